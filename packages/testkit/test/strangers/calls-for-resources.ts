import type { Product } from '../../src/product.ts'
import { ask, everyEndpoint, idsIn, type Named, pathOf } from './endpoints.ts'
import type { Resources } from './resources.ts'

/** Valid bodies for the calls, so that only ownership can be the reason for a rejection. */
const bodies: Readonly<Record<string, unknown>> = {
  'companies.rename': { name: 'Mine now' },
  'companies.fund': { micro_usd: 10_000, key: 'x' },
  'auth.renameWallet': { label: 'Laptop' },
  'companies.invite': { email: 'eve@example.com', role: 'owner' },
  'companies.changeMember': { role: 'admin' },
  'companies.generateKey': { name: 'x', scopes: ['market:read'] },
  'instances.exec': { command: ['true'] },
  'instances.postponeStop': { minutes: 60 },
  'machines.change': { listed: false },
  'ports.change': { access: 'public' },
  'ports.createLink': { expires_in_s: 600 },
  'files.write': { path: '/x', text: '', expected: null },
  'files.createFolder': { path: '/x' },
  'files.rename': { path: '/x', to: '/y' },
  'files.change': { path: '/x', mode: 0 },
  'files.finishUpload': { path: '/x', size_bytes: 0 },
  'files.createDownload': { path: '/x' },
  'snapshots.create': { name: 'mine' },
  'snapshots.rename': { name: 'mine' },
  'snapshots.order': { offer_id: 'ofr_00000000000000000000000000', disk_gb: 1 },
  'snapshots.move': { offer_id: 'ofr_00000000000000000000000000', disk_gb: 1 },
  'backups.change': { name: 'mine' },
  'backups.restore': {
    point_id: 'ab12cd34',
    instance_id: 'ins_00000000000000000000000000',
    target: '/x',
  },
  'deposits.signGasless': { signature: `0x${'1b'.repeat(65)}` },
  'clusters.measure': { from: 0, to: 1 },
  'templates.change': { template_name: 'Mine', image_path_with_tag: 'debian:12' },
  'templates.changeImage': { image: null },
  'autoOrders.change': { paused: true },
  'reservations.change': { at_end: 'continue' },
  'missions.appeal': { text: 'It is mine' },
  'posts.edit': {
    text: 'Mine now',
    at: 'now',
    targets: [{ connected_account_id: 'con_00000000000000000000000000' }],
  },
  'posts.reschedule': { at: 'now' },
  'posts.posted': {
    connected_account_id: 'con_00000000000000000000000000',
    url: 'https://blog.example/mine',
  },
  'reputation.writeReview': { rating: 5, text: '' },
  'reputation.answerReview': { text: 'Mine now' },
  'chat.again': { message_id: 'msg_00000000000000000000000001' },
  'chat.change': { title: 'Mine now' },
  'models.serve': {
    engine: { kind: 'llama' },
    price: { input_micro_usd: 0, cached_micro_usd: 0, output_micro_usd: 0 },
  },
  'rendering.start': { budget_micro_usd: 1_000 },
  'rendering.approve': { frames: [1] },
  'rendering.reject': { frames: [1] },
  'rendering.makeDownload': { kind: 'zip' },
}

/** Valid query strings, where they are required. */
const queries: Readonly<Record<string, string>> = {
  'templates.export': 'format=json',
  'files.list': 'path=/x',
  'files.entry': 'path=/x',
  'files.read': 'path=/x',
  'files.archive': 'path=/x',
  'files.remove': 'path=/x',
  'files.sendUpload': 'path=/x&size_bytes=1',
  'files.uploadOffset': 'path=/x',
  'files.cancelUpload': 'path=/x',
}

/** Parts of a path that are not ids. */
const words: Readonly<Record<string, string>> = {
  frame: '1',
  side: 'made',
  channel: 'website',
  file: `${'a'.repeat(43)}.ics`,
  port: '80',
  point_id: 'ab12cd34',
  version: '1',
  slug: 'web-page',
  upload: '0'.repeat(32),
}

/** Things with an id in their path that are public, or (the operator's) rejected before ownership is checked. */
const everybodys = ['market.read', 'media.addPost']

/** Every endpoint of the contract whose path names a thing of a user: a new one is included automatically. */
export const named = everyEndpoint.filter(
  ({ name, endpoint }) =>
    (endpoint.auth === 'session' || endpoint.auth === 'member') &&
    idsIn(endpoint).some(([, kind]) => kind !== undefined) &&
    !everybodys.includes(name),
)

/** Calls for things of their owner, by any caller. */
export function callsFor({ server }: Product, resources: Resources) {
  return {
    paramsOf: (one: Named) => paramsOf(resources, one),
    /** The status and code of a call for the owner's thing. */
    asked: (
      one: Named,
      token: string | undefined,
      over: Readonly<Record<string, string>> = {},
    ): Promise<string> =>
      ask(server.url, {
        endpoint: one.endpoint,
        params: { ...paramsOf(resources, one), ...over },
        ...(token === undefined ? {} : { token }),
        ...(bodies[one.name] === undefined ? {} : { body: bodies[one.name] }),
        ...(queries[one.name] === undefined ? {} : { query: queries[one.name] }),
      }),
    /** The code that a socket is rejected with. */
    askedBySocket: ({ name, endpoint }: Named, token: string): Promise<string> => {
      const path = pathOf(endpoint, paramsOf(resources, { name, endpoint }))
      const url = new URL(path, server.url.replace('http', 'ws'))
      return refusalOfSocket(url, { kind: 'open', token, ...hellos[name] })
    },
  }
}

/** The fields of first frames beside the token. */
const hellos: Readonly<Record<string, object>> = { 'instances.terminal': { columns: 80, rows: 24 } }

async function refusalOfSocket(url: URL, first: object): Promise<string> {
  const socket = new WebSocket(url)
  const { promise, resolve } = Promise.withResolvers<string>()
  socket.addEventListener('open', () => socket.send(JSON.stringify(first)))
  socket.addEventListener('message', ({ data }) => resolve(codeIn(String(data))))
  socket.addEventListener('close', ({ reason }) => resolve(reason === '' ? 'closed' : reason))
  return promise.finally(() => socket.close())
}

/** The code of a control frame; `opened` for a first frame that is not one, as a shell or a port sends. */
function codeIn(frame: string): string {
  return frame.startsWith('{') ? String(Object(JSON.parse(frame)).code) : 'opened'
}

/** The ids of the owner's things that each parameter names. */
function paramsOf(resources: Resources, { name, endpoint }: Named): Record<string, string> {
  const isOfCompany = name.startsWith('companies.') && endpoint.path.startsWith('/api/companies')
  return Object.fromEntries(
    idsIn(endpoint).flatMap(([param, kind]) => {
      const own = kind === undefined ? words[param] : resources.own[kind]
      const id = isOfCompany ? resources.company[param] : own
      return id === undefined ? [] : [[param, id]]
    }),
  )
}
