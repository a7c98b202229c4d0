import { endpoints } from 'virtual:api-facts'
import type { EndpointFacts } from '@gridloom/contract/core/endpoint-facts'
import type { ApiKey } from '@gridloom/contract/keys/api-key'
import type { Scope } from '@gridloom/contract/scopes'
import { webhooks } from '@gridloom/contract/webhooks/endpoints'
import { type CodeInput, curlLine } from '../../ui/format/curl-line.ts'

const { accounts, chat, instances, ledger, machines, market, openai, rendering } = endpoints

interface Try {
  endpoint: EndpointFacts
  input?: CodeInput
  cli: string
}

/** Example call for each scope; `model` is one that the key may use. */
const triesWith = (model: string) =>
  ({
    'instances:read': { endpoint: instances.list, cli: 'gridloom ps' },
    'instances:write': undefined,
    'ports:open': undefined,
    'files:read': undefined,
    'files:write': undefined,
    'snapshots:read': { endpoint: endpoints.snapshots.list, cli: 'gridloom snapshots list' },
    'snapshots:write': undefined,
    'volumes:read': { endpoint: endpoints.volumes.list, cli: 'gridloom volumes list' },
    'volumes:write': undefined,
    'reservations:read': {
      endpoint: endpoints.reservations.list,
      cli: 'gridloom reservations list',
    },
    'reservations:write': undefined,
    'backups:read': { endpoint: endpoints.backups.list, cli: 'gridloom backups list' },
    'backups:write': undefined,
    'clusters:read': { endpoint: endpoints.clusters.list, cli: 'gridloom clusters list' },
    'clusters:write': undefined,
    'market:read': { endpoint: market.search, cli: 'gridloom offers' },
    'templates:write': undefined,
    'machines:read': { endpoint: machines.list, cli: 'gridloom machines' },
    'machines:write': undefined,
    'renders:read': { endpoint: rendering.list, cli: 'gridloom renders' },
    'renders:write': undefined,
    'models:use': {
      endpoint: openai.chatCompletions,
      input: { body: { model, messages: [{ role: 'user', content: 'Hello' }] } },
      cli: `gridloom chat ${model} Hello`,
    },
    'chats:read': { endpoint: chat.list, cli: 'gridloom models' },
    'chats:write': undefined,
    'billing:read': { endpoint: ledger.balance, cli: 'gridloom balance' },
    'deposits:write': undefined,
    'webhooks:read': { endpoint: webhooks.list, cli: 'gridloom webhooks list' },
    'webhooks:write': undefined,
    'media:read': { endpoint: endpoints.media.filter, cli: 'gridloom media list' },
    'channels:read': {
      endpoint: endpoints.channels.connected,
      cli: 'gridloom channels connected',
    },
    'posts:read': { endpoint: endpoints.posts.calendar, cli: 'gridloom calendar' },
    'affiliate:read': { endpoint: endpoints.affiliate.status, cli: 'gridloom affiliate status' },
    'account:read': { endpoint: accounts.details, cli: 'gridloom whoami' },
  }) as const satisfies Record<Scope, Try | undefined>

export interface KeyLines {
  curl: string
  cli: string
}

/** Returns example code with a call that the key's scopes allow. The key is only in the first line. */
export function keyLines({ key, scopes, models, origin }: KeyUse): KeyLines {
  const tries = triesWith(models?.[0] ?? 'org/name')
  const open: Try | undefined = scopes.map((scope) => tries[scope]).find((one) => one !== undefined)
  const { endpoint, input, cli } = open ?? { endpoint: accounts.details, cli: 'gridloom whoami' }
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
