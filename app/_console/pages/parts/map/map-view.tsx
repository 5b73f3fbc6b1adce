'use client';
import { ActionIcon, Text } from '@mantine/core';
import { IconMinus, IconPlus } from '@tabler/icons-react';
import L from 'leaflet';
import { useEffect, useRef, useState } from 'react';
import 'leaflet/dist/leaflet.css';
import { fromGcj02, toGcj02 } from '../../../../../lib/kernel/geo/gcj02.ts';
import type { Position } from '../../../../../lib/kernel/geo/position.ts';
import { useSession } from '../../../session/use-session.tsx';
import { useAreaNames } from '../use-area-names.ts';
import type { CameraState } from './camera-state.ts';
import { drawAreas } from './draw-areas.ts';
import { groupMarks } from './group-marks.ts';
import styles from './map.module.css';
import { type MapSettings, useMapText } from './use-map.ts';

export interface MapMark extends Position {
  readonly id: string;
  readonly name: string;
  readonly state: CameraState;
}

export interface MapViewProps {
  readonly tiles: MapSettings['tiles'];
  /** Name for screen readers. */
  readonly label: string;
  readonly marks: readonly MapMark[];
  /** Is shown with a ring. */
  readonly selectedId?: string | null;
  /** Where the map goes when it changes. Absent at first: all marks, or China. */
  readonly focus?: (Position & { readonly zoom: number }) | null;
  readonly height: number | string;
  /** The marks at one place. */
  onSelect?(ids: readonly string[]): void;
  /** A click, or Enter for the centre. Absent: the map only shows. */
  onPick?(position: Position): void;
}

const china = L.latLngBounds([18, 75], [52, 133]);
/** Without tiles there is nothing to see closer. */
const drawnMaxZoom = 14;
/** How close the drawn map goes by itself, so that there are cities around. */
const drawnFocusZoom = 9;
const closest = (zoom: number, tiles: MapSettings['tiles']) =>
  tiles ? zoom : Math.min(zoom, drawnFocusZoom);
/** Pixels between marks that can be told apart. */
const reach = 28;

/** A map with marks: tiles of the operator's service, or the places of cities. What it shows, a list beside it says, too. */
export default function MapView(props: MapViewProps) {
  const { tiles, label, marks, selectedId = null, focus = null, height, onPick } = props;
  const translate = useMapText();
  const { cities: provinces } = useSession();
  const { nameOf } = useAreaNames();
  const box = useRef<HTMLDivElement>(null);
  const [map, setMap] = useState<L.Map | null>(null);
  /** Kept for when the tab of the page is shown again. */
  const view = useRef<{ readonly center: L.LatLng; readonly zoom: number } | null>(null);
  const latest = useRef(props);
  latest.current = props;

  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const isStill = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    const made = L.map(element, {
      // Controls of ours have names in both languages.
      ...{ zoomControl: false, attributionControl: false },
      ...{ minZoom: 3, maxZoom: tiles?.maxZoom ?? drawnMaxZoom, zoomSnap: 0.5 },
      ...{ zoomAnimation: !isStill, fadeAnimation: !isStill, markerZoomAnimation: !isStill },
      // A page is scrolled with the wheel unless the map has the focus.
      scrollWheelZoom: false,
    });
    made.on('focus', () => made.scrollWheelZoom.enable());
    made.on('blur', () => made.scrollWheelZoom.disable());
    const first = view.current;
    if (first) made.setView(first.center, first.zoom);
    else showFirst(made, latest.current);
    made.on('moveend', () => {
      view.current = { center: made.getCenter(), zoom: made.getZoom() };
    });
    made.on('click', ({ latlng }) => latest.current.onPick?.(realOf(latlng, tiles)));
    if (tiles) {
      // The referrer is the origin only, which many services require.
      const options = { maxZoom: tiles.maxZoom, referrerPolicy: 'strict-origin' as const };
      L.tileLayer(tiles.template, options).addTo(made);
    }
    const observer = new ResizeObserver(() => made.invalidateSize({ pan: false }));
    observer.observe(element);
    setMap(made);
    return () => {
      observer.disconnect();
      setMap(null);
      made.remove();
    };
  }, [tiles]);

  useEffect(() => {
    if (!map || tiles) return;
    return drawAreas(map, provinces, nameOf);
  }, [map, tiles, provinces, nameOf]);

  useEffect(() => {
    if (!map) return;
    const layer = L.layerGroup().addTo(map);
    const draw = () => {
      layer.clearLayers();
      const placed = marks.map((mark) => {
        const { x, y } = map.project(shownAt(mark, tiles));
        return { mark, x, y };
      });
      for (const { marks: group } of groupMarks(placed, reach)) {
        const place = shownAt(group[0], tiles);
        const isSelected = group.some(({ id }) => id === selectedId);
        const icon = L.divIcon({ className: '', html: markElement(group, isSelected), iconSize: [28, 28] });
        L.marker(place, { icon, keyboard: false, zIndexOffset: isSelected ? 1_000 : 0 })
          .on('click', () => latest.current.onSelect?.(group.map(({ id }) => id)))
          .addTo(layer);
      }
    };
    draw();
    map.on('zoomend', draw);
    return () => {
      map.off('zoomend', draw);
      layer.remove();
    };
  }, [map, marks, selectedId, tiles]);

  useEffect(() => {
    if (map && focus) map.setView(shownAt(focus, tiles), Math.max(map.getZoom(), closest(focus.zoom, tiles)));
  }, [map, focus, tiles]);

  return (
    <div className={styles.map} style={{ height }}>
      {/* Focusable by Leaflet. The map has keys of its own, which its description names. */}
      <div
        ref={box}
        role="application"
        aria-label={label}
        aria-description={translate(onPick ? 'map.pickKeys' : 'map.keys')}
        className={styles.canvas}
        data-drawn={tiles === null || undefined}
        data-picks={onPick !== undefined || undefined}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !onPick || !map || event.target !== box.current) return;
          // Enter would submit the form around the map.
          event.preventDefault();
          onPick(realOf(map.getCenter(), tiles));
        }}
      />
      <div className={styles.zoom}>
        <ActionIcon variant="default" aria-label={translate('map.zoomIn')} onClick={() => map?.zoomIn(1)}>
          <IconPlus size={16} />
        </ActionIcon>
        <ActionIcon variant="default" aria-label={translate('map.zoomOut')} onClick={() => map?.zoomOut(1)}>
          <IconMinus size={16} />
        </ActionIcon>
      </div>
      <Text size="xs" className={styles.attribution ?? ''}>
        {tiles?.attribution ?? translate('map.drawnFrom')}
      </Text>
    </div>
  );
}

function showFirst(map: L.Map, { marks, tiles, focus }: MapViewProps): void {
  if (focus) map.setView(shownAt(focus, tiles), closest(focus.zoom, tiles));
  else if (marks.length === 0) map.fitBounds(china);
  else {
    const bounds = L.latLngBounds(marks.map((mark) => shownAt(mark, tiles)));
    map.fitBounds(bounds, { padding: [32, 32], maxZoom: closest(12, tiles) });
  }
}

/** Where the tiles show a place. */
function shownAt(place: Position, tiles: MapSettings['tiles']): L.LatLngTuple {
  const { lng, lat } = tiles?.datum === 'gcj02' ? toGcj02(place) : place;
  return [lat, lng];
}

function realOf(latlng: L.LatLng, tiles: MapSettings['tiles']): Position {
  const { lng, lat } = latlng.wrap();
  const position = { lng, lat: Math.max(-85, Math.min(85, lat)) };
  return tiles?.datum === 'gcj02' ? fromGcj02(position) : position;
}

/** Hidden from screen readers, which have the list. */
function markElement(marks: readonly [MapMark, ...MapMark[]], isSelected: boolean): HTMLElement {
  const element = document.createElement('span');
  const [first, ...others] = marks;
  element.className = styles.mark ?? '';
  element.ariaHidden = 'true';
  element.title = marks
    .slice(0, 8)
    .map(({ name }) => name)
    .join('\n');
  // The state that needs attention first.
  const worst = others.reduce((one, { state }) => (order[state] < order[one] ? state : one), first.state);
  element.dataset.state = worst;
  if (isSelected) element.dataset.selected = '';
  if (others.length > 0) element.textContent = String(marks.length);
  return element;
}
const order = { offline: 0, never: 1, online: 2, disabled: 3 } as const;
