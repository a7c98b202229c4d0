import { App } from '@gridloom/contract/apps/app'
import type { Answers } from './fake-server.ts'
import { anInstance, anOffer, aQuote } from './samples.ts'

export const page = App.parse({
  ...{ slug: 'web-page', version: '1', source: 'predefined', name: 'Web page', category: 'web' },
  ...{ summary: 'A folder as a website.', picture: null, image: 'gridloom/base:latest' },
  ...{ registry: null, needs: { memory_mib_min: 2_048 }, from_micro_usd_per_hour: 42_000 },
  ...{ offers: 3, held_machines: 1, ready_held_s: 1.2, ready_s: 64, position: 0, hidden: false },
  definition: {
    ...{ name: 'Web page', summary: 'A folder as a website.', category: 'web' },
    description: '# About it',
    fields: [
      { name: 'TITLE', label: 'Title', kind: 'text', default: 'It works' },
      { name: 'PASSWORD', label: 'Password', kind: 'generate' },
    ],
    needs: { memory_mib_min: 2_048 },
    container: { image_path_with_tag: 'gridloom/base:latest' },
    ports: [{ port: 8080, name: 'Website' }],
  },
  screenshots: [],
  starts: [{ hardware: 'CPU', image_held: true, ready: 9, failed: 1, p50_s: 1.2, p90_s: 2.4 }],
})

const login = [
  { label: 'User', value: 'web', secret: false },
  { label: 'Password', value: 's3cret', secret: true },
]

/** The answers of a server with one app, which is ready at once. */
export function appAnswers(): Answers {
  const instance = anInstance({
    ...{ ports: [8080], links: [{ title: 'Website', port: 8080, path: '/' }] },
    app: { slug: 'web-page', version: '1', name: 'Web page', login },
  })
  const url = 'https://8080-ins1.apps.example.net'
  const prepared = { slug: 'web-page', name: 'Web page', image: page.image, problem: null }
  return {
    'apps.list': () => [page].map(({ definition, screenshots, starts, ...summary }) => summary),
    'apps.listAll': () => [page].map(({ definition, screenshots, starts, ...summary }) => summary),
    'apps.read': () => page,
    'apps.quote': () => ({ offer: anOffer(), quote: aQuote(), expected: null, others: [] }),
    'apps.launch': () => ({ instance }),
    'apps.change': () => ({ ...page, hidden: true }),
    'apps.create': () => page,
    'apps.prepare': () => ({ ...prepared, state: 'waiting', progress: null }),
    'ports.list': () => [{ port: 8080, url, access: 'private', links: 0, tcp: null }],
    'instances.read': () => instance,
  }
}
