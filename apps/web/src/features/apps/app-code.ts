import { endpoints } from 'virtual:api-facts'
import type { App } from '@gridloom/contract/apps/app'
import type { AppName } from '@gridloom/contract/apps/app-container'
import { quoteShell } from '@gridloom/domain/shell/quote-shell'
import type { CodeAction } from '../../ui/components/as-code.tsx'
import type { StoreSearch } from './list/store-address.ts'

const { apps } = endpoints

/** The actions of the catalogue as code. */
export function storeCode({ q, category }: StoreSearch): CodeAction[] {
  const options = [
    ...(q === undefined ? [] : ['--search', quoteShell(q)]),
    ...(category === undefined ? [] : ['--category', category]),
  ]
  return [
    {
      name: 'List apps',
      endpoint: apps.list,
      input: { query: { search: q, category } },
      cli: ['gridloom apps list', ...options].join(' '),
    },
  ]
}

/** The actions of an app as code. */
export function appCode({ slug, definition }: App): CodeAction[] {
  const first = definition.fields.find(({ kind }) => kind !== 'generate')
  const fields = first === undefined ? {} : { [first.name]: first.default }
  return [
    {
      name: 'Show the app',
      endpoint: apps.read,
      input: { params: { slug } },
      cli: `gridloom apps show ${slug}`,
    },
    {
      name: 'Get a price on the best machine',
      endpoint: apps.quote,
      input: { params: { slug }, body: {} },
      cli: `gridloom apps quote ${slug}`,
    },
    {
      name: 'Launch it',
      endpoint: apps.launch,
      input: { params: { slug }, body: { offer_id: 'ofr_…', fields } },
      cli: launchLine(slug, fields),
    },
  ]
}

/** The launch with the values of the dialog as code. Secrets are left to be generated. */
export function launchCode(
  { slug }: { slug: AppName },
  body: { offer_id: string; fields: Readonly<Record<string, string>> },
): CodeAction[] {
  return [
    {
      name: 'Launch the app',
      endpoint: apps.launch,
      input: { params: { slug }, body },
      cli: launchLine(slug, body.fields),
    },
  ]
}

function launchLine(slug: AppName, fields: Readonly<Record<string, string>>): string {
  const set = Object.entries(fields)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `--set ${quoteShell(`${name}=${value}`)}`)
  return ['gridloom apps launch', slug, ...set, '--wait'].join(' ')
}

export const operatorAppsCode: readonly CodeAction[] = [
  { name: 'List all apps', endpoint: apps.listAll, cli: 'gridloom operator apps list' },
  {
    name: 'Hide an app',
    endpoint: apps.change,
    input: { params: { slug: 'minecraft' }, body: { hidden: true } },
    cli: 'gridloom operator apps hide minecraft',
  },
  {
    name: 'Put apps first',
    endpoint: apps.reorder,
    input: { body: { slugs: ['open-webui', 'comfyui'] } },
    cli: 'gridloom operator apps order open-webui comfyui',
  },
  {
    name: 'Add an app',
    endpoint: apps.create,
    input: { body: { slug: 'our-app', definition: {} } },
    cli: 'gridloom operator apps add our-app app.json',
  },
]
