import type { ApiKey } from '@gridloom/contract/account'
import { chats } from '@gridloom/contract/chat-endpoints'
import type { Endpoint } from '@gridloom/contract/endpoint'
import { identity } from '@gridloom/contract/identity'
import { instances } from '@gridloom/contract/instance-endpoints'
import { ledger } from '@gridloom/contract/ledger'
import { machines } from '@gridloom/contract/machines'
import { offers } from '@gridloom/contract/offers'
import { openai } from '@gridloom/contract/openai'
import { rendering } from '@gridloom/contract/render-endpoints'
import type { Scope } from '@gridloom/contract/scopes'
import { type CodeInput, curlLine } from '../api/code.ts'

interface Try {
  endpoint: Endpoint
  input?: CodeInput
  cli: string
}

/** The first thing that a key with a scope can be tried with; `model` is one that it may ask. */
const triesWith = (model: string) =>
  ({
    'instances:read': { endpoint: instances.list, cli: 'gridloom ps' },
    'instances:write': undefined,
    'market:read': { endpoint: offers.search, cli: 'gridloom offers' },
    'machines:read': { endpoint: machines.list, cli: 'gridloom machines' },
    'machines:write': undefined,
    'renders:read': { endpoint: rendering.list, cli: 'gridloom renders' },
    'renders:write': undefined,
    'models:use': {
      endpoint: openai.chatCompletions,
      input: { body: { model, messages: [{ role: 'user', content: 'Hello' }] } },
      cli: `gridloom chat ${model} Hello`,
    },
    'chats:read': { endpoint: chats.list, cli: 'gridloom models' },
    'chats:write': undefined,
    'billing:read': { endpoint: ledger.balance, cli: 'gridloom balance' },
    'account:read': { endpoint: identity.details, cli: 'gridloom whoami' },
  }) as const satisfies Record<Scope, Try | undefined>

export interface KeyLines {
  curl: string
  cli: string
}

/** How a key is used, with a call that its scopes allow. The key itself stands only in the first line. */
export function keyLines({ key, scopes, models, origin }: KeyUse): KeyLines {
  const tries = triesWith(models?.[0] ?? 'org/name')
  const open: Try | undefined = scopes.map((scope) => tries[scope]).find((one) => one !== undefined)
  const { endpoint, input, cli } = open ?? { endpoint: identity.details, cli: 'gridloom whoami' }
  const held = `export GRIDLOOM_TOKEN=${key}`
  return {
    curl: [held, curlLine(endpoint, input ?? {}, origin)].join('\n'),
    cli: [`export GRIDLOOM_URL=${origin}`, held, cli].join('\n'),
  }
}

interface KeyUse extends Pick<ApiKey, 'scopes' | 'models'> {
  key: string
  origin: string
}
