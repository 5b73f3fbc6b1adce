/** The map without a map service: provinces and, when closer, cities as points with their names. */
import L from 'leaflet';
import type { AreaNode } from '../../../session/session-types.ts';
import { placeOfArea } from './area-places.ts';
import styles from './map.module.css';

const citiesFrom = 6;
/** Around a name in which no other one is written, in pixels. */
const room = { x: 64, y: 22 } as const;

/** Draws what is in view, and again when it changes. Returns how to end it. */
export function drawAreas(
  map: L.Map,
  provinces: readonly AreaNode[],
  nameOf: (area: AreaNode) => string,
): () => void {
  const layer = L.layerGroup().addTo(map);
  const draw = () => {
    layer.clearLayers();
    const isClose = map.getZoom() >= citiesFrom;
    const areas = isClose ? provinces.flatMap(({ children = [] }) => children) : provinces;
    const bounds = map.getBounds().pad(0.1);
    const written: L.Point[] = [];
    for (const area of areas) {
      const place = placeOfArea(area.id);
      if (!place || !bounds.contains([place.lat, place.lng])) continue;
      const point = map.project([place.lat, place.lng]);
      const isFree = written.every(
        ({ x, y }) => Math.abs(x - point.x) > room.x || Math.abs(y - point.y) > room.y,
      );
      if (isFree) written.push(point);
      const html = areaElement(isFree ? nameOf(area) : '', nameOf(area));
      const icon = L.divIcon({ className: '', html, iconSize: [0, 0] });
      L.marker([place.lat, place.lng], {
        ...{ icon, interactive: false, keyboard: false, zIndexOffset: -1_000 },
      }).addTo(layer);
    }
  };
  draw();
  map.on('moveend', draw);
  return () => {
    map.off('moveend', draw);
    layer.remove();
  };
}

function areaElement(text: string, title: string): HTMLElement {
  const element = document.createElement('span');
  element.className = styles.area ?? '';
  element.ariaHidden = 'true';
  element.title = title;
  element.textContent = text;
  return element;
}
