/** All texts that the product writes into rows, by record, with their English translation for display. */
import {
  builtInSettings,
  earlierRemarks,
  type SeedSetting,
} from '../../contracts/admin/built-in-settings.ts';
import { bespokeCalls } from '../../contracts/admin/calls/index.ts';
import type { FieldChange } from '../../contracts/admin/field.ts';
import { resourceCalls } from '../../contracts/admin/resource-calls.ts';
import { fieldsOf } from '../../contracts/admin/resource-schema.ts';
import { resources } from '../../contracts/admin/resources/index.ts';
import { productName } from '../../i18n/product-name.ts';
import { type ShippedTexts, shippedTexts } from '../../i18n/shipped-texts.ts';
import type { Locale, LocalText } from '../../i18n/translate.ts';
import { consoleApplicationName } from '../access/application.service.ts';
import { operationTitles } from '../audit/operation-titles.ts';
import { forbidden } from '../errors/admin-error.ts';
import { shownLoginMessages } from '../identity/login-messages.ts';
import { buttonsOf } from './buttons.ts';
import { demoCompany, demoDevices } from './demo.ts';
import { dictionaries } from './dictionaries.ts';
import { seedJobs } from './jobs.ts';
import { directories, homePage } from './menus.ts';
import { seedReports } from './reports.ts';
import { adminSeed, commonSeed, rootDept } from './roles.ts';

const definitions = Object.values(resources);
const settings = Object.values<SeedSetting>(builtInSettings);

export const shippedDepts = shippedTexts([rootDept]);
export const shippedRoles = shippedTexts([adminSeed.roleName, commonSeed.roleName]);
export const shippedReports = shippedTexts(seedReports.map(({ name }) => name));
export const shippedJobs = shippedTexts(seedJobs.map(({ name }) => name));
export const shippedDictionaries = shippedTexts(dictionaries.map(({ name }) => name));
export const shippedSettings = {
  configName: shippedTexts(settings.map(({ name }) => name)),
  category: shippedTexts(settings.map(({ category }) => category)),
  remark: shippedTexts([...settings.flatMap(({ remark }) => remark ?? []), ...earlierRemarks]),
  configValue: shippedTexts([productName]),
};

const menus: readonly LocalText[] = [
  homePage.name,
  ...directories.flatMap(({ name, pages }) => [name, ...pages.map((page) => page.name)]),
  ...[...buttonsOf(definitions, bespokeCalls).values()].map(({ name }) => name),
];

/** Rows of other resources, as named in the operation log. A text with two meanings gets the last one. */
const named = shippedTexts([
  ...dictionaries.flatMap(({ entries }) => entries.map(({ label }) => label)),
  ...dictionaries.map(({ name }) => name),
  ...settings.flatMap(({ name, category, remark }) => [name, category, ...(remark ? [remark] : [])]),
  ...menus,
  ...seedJobs.map(({ name }) => name),
  ...seedReports.map(({ name }) => name),
  ...demoDevices.map(({ name }) => name),
  demoCompany,
  adminSeed.roleName,
  commonSeed.roleName,
  rootDept,
]);

export const shippedApplications = shippedTexts([consoleApplicationName]);
export const shippedCompanies = shippedTexts([demoCompany]);
export const shippedCameras = shippedTexts(demoDevices.map(({ name }) => name));

/** By field of the sign-in log. */
export const shippedSignIns = { msg: shownLoginMessages };

const labels = shippedTexts(definitions.flatMap((each) => fieldsOf(each).map(([, { label }]) => label)));

/** By field of the operation log. */
export const shippedOperations = {
  title: shippedTexts([
    ...definitions.map(({ title }) => title),
    ...definitions.flatMap((each) => Object.values(resourceCalls(each)).map(({ summary }) => summary)),
    ...bespokeCalls.map(({ summary }) => summary),
    ...Object.values(operationTitles),
  ]),
  bizName: named,
  deptName: shippedDepts,
  errorMsg: shippedTexts([forbidden().text]),
  diff: {
    ...named,
    shown: <T>(locale: Locale | undefined, changes: T): T =>
      Array.isArray(changes)
        ? (changes.map((change: FieldChange) => ({
            ...change,
            label: labels.shown(locale, change.label),
            from: named.shown(locale, change.from),
            to: named.shown(locale, change.to),
          })) as T)
        : changes,
  },
} satisfies Readonly<Record<string, ShippedTexts>>;
