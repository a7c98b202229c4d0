import { App, AppSummary } from '@gridloom/contract/apps/app'
import { AppQuote } from '@gridloom/contract/apps/launch'
import { aCpuOffer, anOffer, aQuote } from './renter-samples.ts'

// Builders of apps with defaults; each parses what it builds.

const summary = {
  ...{ slug: 'web-page', version: '1', source: 'predefined', name: 'Web page' },
  ...{ summary: 'A folder as a website with a password.', category: 'web', picture: null },
  ...{ image: 'gridloom/base:latest', registry: null, needs: { memory_mib_min: 2_048 } },
  ...{ from_micro_usd_per_hour: 42_000, offers: 12, held_machines: 3 },
  ...{ ready_held_s: 1.2, ready_s: 64, position: 0, hidden: false },
}

const definition = {
  ...{ name: 'Web page', summary: summary.summary, category: 'web' },
  description: 'Serves **files**.\n\n<img src=x onerror=alert(1)>',
  fields: [
    { name: 'TITLE', label: 'Title', kind: 'text', default: 'It works' },
    { name: 'SIZE', label: 'Size', kind: 'number', default: '5', min: 1, max: 10 },
    {
      ...{ name: 'LICENCE', label: 'Licence', kind: 'select' },
      options: [{ value: 'yes', label: 'I accept it' }],
    },
    { name: 'PASSWORD', label: 'Password', kind: 'generate' },
  ],
  needs: summary.needs,
  recommended_disk_gb: 10,
  container: { image_path_with_tag: 'gridloom/base:latest' },
  ports: [{ port: 8080, name: 'Website' }],
  links: [{ title: 'Website', port: 8080, path: '/' }],
  login: { username: 'web', password: 'PASSWORD' },
}

export function anAppSummary(parts: object = {}): AppSummary {
  return AppSummary.parse({ ...summary, ...parts })
}

export function anApp(parts: object = {}): App {
  return App.parse({
    ...{ ...summary, definition, screenshots: [] },
    starts: [
      { hardware: 'CPU', image_held: true, ready: 40, failed: 1, p50_s: 1.2, p90_s: 2.4 },
      { hardware: 'CPU', image_held: false, ready: 3, failed: 0, p50_s: 64.1, p90_s: 80.3 },
    ],
    ...parts,
  })
}

/** A quote of {@link anOffer}, beside {@link aCpuOffer}. */
export function anAppQuote(parts: object = {}): AppQuote {
  const other = { offer: aCpuOffer(), running_micro_usd_per_hour: 51_000, image_held: false }
  return AppQuote.parse({
    ...{ offer: anOffer(), quote: aQuote(), expected: { p50_s: 1.2, p90_s: 2.4 } },
    others: [other],
    ...parts,
  })
}
