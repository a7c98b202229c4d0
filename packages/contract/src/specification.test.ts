import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { api } from './api.ts'
import type { Endpoint } from './core/endpoint.ts'

/** One call as section 7 of the specification names it. */
interface SpecifiedCall {
  /** `{data}` is the envelope of most answers; `bare` is the object itself. */
  envelope?: 'data' | 'bare' | 'redirect'
  /** Fields of path, query and body; ours may have more that are optional. */
  params?: readonly string[]
  query?: readonly string[]
  body?: readonly string[]
  /** Fields of the answer, `list.field` for those of each entry. */
  response?: readonly string[]
  bearer?: 'required'
}

const credentials = ['email', 'password', 'cf-turnstile-response'] as const
const token = { response: ['token'] } as const

/** Every call of the specification. Payloads that it does not show are ours. */
const built: Record<string, SpecifiedCall> = {
  'POST /api/user/login': { body: credentials, ...token },
  'POST /api/user/register': { body: credentials, ...token },
  'POST /api/user/resend-otp': { body: ['email'] },
  'POST /api/user/verify-otp': { body: ['otp', 'email'], ...token },
  'PUT /api/user/update-password': { body: ['otp', 'new_password'], bearer: 'required' },
  'GET /api/user/details': {
    response: ['username', 'email', 'profile_path', 'has_entered_referral_code'],
    bearer: 'required',
  },
  'GET /api/health': { envelope: 'bare', response: ['status'] },
  'GET /api/refresh': { envelope: 'bare', ...token, bearer: 'required' },
  'POST /api/access-code/referal': { body: ['referral_code'], ...token, bearer: 'required' },
  'GET /api/{provider}/login': { envelope: 'redirect', params: ['provider'] },
  'POST /api/container': { bearer: 'required' },
  'PUT /api/user/ssh_key': { bearer: 'required' },
  'PUT /api/user/update-profile': { bearer: 'required' },
  'POST /api/user/generate-api-key': { bearer: 'required' },
  'GET /content/api/filter/media': {
    query: ['page', 'page_size', 'media_title', 'condition'],
    response: ['media', 'media.active_posts'],
    bearer: 'required',
  },
  'GET /content/api/show/media': { query: ['media_captcha'], bearer: 'required' },
  'GET /content/api/list/connected/accounts': {
    response: ['accounts', 'accounts.id', 'accounts.name'],
    bearer: 'required',
  },
  'GET /content/api/user/weekly/calender': {
    response: [
      ...['events', 'connected_accounts', 'not_connected_channels'],
      ...['not_connected_channels.id', 'not_connected_channels.name'],
    ],
    bearer: 'required',
  },
  'GET /content/api/channels': {
    response: ['channels', 'channels.id', 'channels.name'],
    bearer: 'required',
  },
  'GET /models/text/models': {
    envelope: 'bare',
    response: ['models', 'models.id', 'models.name', 'models.icon'],
  },
  'GET /models/chats': {
    envelope: 'bare',
    query: ['model_id', 'page', 'page_size'],
    response: ['chat_labels', 'chat_labels.chat_id', 'chat_labels.first_prompt'],
    bearer: 'required',
  },
  'POST /models/inference': {
    envelope: 'bare',
    query: ['new_chat'],
    body: ['model_id', 'prompt', 'chat_id'],
    bearer: 'required',
  },
  'GET /models/load/chat': {
    envelope: 'bare',
    query: ['chat_id'],
    response: ['inference', 'chat_id'],
    bearer: 'required',
  },
  'GET /content/api/missions': { response: ['current'], bearer: 'required' },
  'GET /content/api/missions/history': { response: ['missions'], bearer: 'required' },
  'POST /content/api/missions/clim': { bearer: 'required' },
}

const endpoints = new Map<string, Endpoint>(
  Object.values(api).flatMap((area) =>
    Object.values(area).map((one): [string, Endpoint] => [`${one.method} ${one.path}`, one]),
  ),
)

describe('the calls of the specification', () => {
  it.each(Object.entries(built))('%s exists, with its fields', (call, specified) => {
    const endpoint = endpoints.get(call)
    expect(endpoint, 'no endpoint has this method and path').toBeDefined()
    if (endpoint === undefined) return
    expect(endpoint.transport).toBe(specified.envelope ?? 'data')
    expect(endpoint.auth !== 'public').toBe(specified.bearer === 'required')
    for (const part of ['params', 'query', 'body'] as const) {
      const named = specified[part] ?? []
      expect(fieldsOf(endpoint[part], 'input')).toEqual(expect.arrayContaining([...named]))
    }
    const answer = fieldsOf(endpoint.response, 'output')
    expect(answer).toEqual(expect.arrayContaining([...(specified.response ?? [])]))
  })

  it.each(
    Object.entries(built).filter(([, { body = [], query = [] }]) => [...body, ...query].length),
  )('%s requires nothing that the specification does not name', (call, specified) => {
    const endpoint = endpoints.get(call)
    for (const part of ['query', 'body'] as const) {
      if (endpoint === undefined || specified[part] === undefined) continue
      const { required = [] } = z.toJSONSchema(endpoint[part], { io: 'input' })
      expect(specified[part]).toEqual(expect.arrayContaining(required))
    }
  })

  it('have the page size of the specification by default', () => {
    expect(api.chat.list.query.parse({})).toMatchObject({ page: 1, page_size: 20 })
  })
})

/** Names of the fields, and those of the entries of its lists as `list.field`. */
function fieldsOf(shape: z.ZodType, io: 'input' | 'output'): string[] {
  const { properties = {} } = z.toJSONSchema(shape, { io })
  return Object.entries(properties).flatMap(([name, field]) => {
    const items = typeof field === 'object' && 'items' in field ? field.items : undefined
    const inner = typeof items === 'object' && 'properties' in items ? items.properties : undefined
    return [name, ...Object.keys(inner ?? {}).map((entry) => `${name}.${entry}`)]
  })
}
