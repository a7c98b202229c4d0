import { NetworkError } from '@gridloom/client/api-error'
import type { Client } from '@gridloom/client/calls'
import type { InstanceId, MachineId } from '@gridloom/contract/core/ids'
import type { Model } from '@gridloom/contract/models/model'
import type { ModelEndpoint } from '@gridloom/contract/models/model-endpoint'
import type { ModelId } from '@gridloom/contract/models/model-id'
import { queryOptions } from '@tanstack/react-query'
import { keys } from './query-keys.ts'

const configStaleMs = 60 * 60_000
const healthEveryMs = 60_000
/** Interval while the health check fails, when users wait for maintenance to end. */
const failedHealthEveryMs = 10_000
/** Model metrics change with every answer, and no event is published for that. */
const modelsEveryMs = 15_000
/** Interval while a machine downloads or loads a model, when users watch its progress. */
const comingModelsEveryMs = 2_000
/** Render jobs per page of the list. */
export const renderPageSize = 20

// Queries that several features use. Events keep their data fresh, so most of them do not poll.

/** Fetches name, version and human check of this installation. */
export function configQuery(client: Client) {
  return queryOptions({
    queryKey: keys.config,
    queryFn: ({ signal }) => client.system.config({ signal }),
    staleTime: configStaleMs,
  })
}

/** Fetches the health of the platform: every minute, every ten seconds while it fails, and after a network error. */
export function healthQuery(client: Client) {
  return queryOptions({
    queryKey: keys.health,
    queryFn: ({ signal }) => client.system.health({ signal }),
    networkMode: 'always',
    refetchInterval: ({ state }) =>
      state.status === 'error' ? failedHealthEveryMs : healthEveryMs,
    // One lost request is not maintenance, but a rejected one is.
    retry: (failures, error) => error instanceof NetworkError && failures < 1,
  })
}

/** Fetches the operator's current announcements. */
export function announcementsQuery(client: Client) {
  return queryOptions({
    queryKey: keys.announcements,
    queryFn: ({ signal }) => client.system.announcements({ signal }),
    staleTime: 5 * 60_000,
  })
}

/** Fetches the signed-in user. */
export function detailsQuery(client: Client) {
  return queryOptions({
    queryKey: keys.details,
    queryFn: ({ signal }) => client.accounts.details({ signal }),
  })
}

/** Fetches the companies of the signed-in user. */
export function companiesQuery(client: Client) {
  return queryOptions({
    queryKey: keys.companies,
    queryFn: ({ signal }) => client.companies.list({ signal }),
  })
}

export function balanceQuery(client: Client) {
  return queryOptions({
    queryKey: keys.balance,
    queryFn: ({ signal }) => client.ledger.balance({ signal }),
  })
}

/** Fetches the account's instances, newest first; `all` includes destroyed ones. */
export function instancesQuery(client: Client, which: 'present' | 'all' = 'present') {
  return queryOptions({
    queryKey: keys.instanceList(which),
    queryFn: ({ signal }) =>
      client.instances.list({ query: { destroyed: which === 'all' ? 'true' : 'false' }, signal }),
  })
}

export function instanceQuery(client: Client, id: InstanceId) {
  return queryOptions({
    queryKey: keys.instance(id),
    queryFn: ({ signal }) => client.instances.read({ params: { id }, signal }),
  })
}

export function machinesQuery(client: Client) {
  return queryOptions({
    queryKey: keys.machineList,
    queryFn: ({ signal }) => client.machines.list({ signal }),
  })
}

export function machineQuery(client: Client, id: MachineId) {
  return queryOptions({
    queryKey: keys.machine(id),
    queryFn: ({ signal }) => client.machines.read({ params: { id }, signal }),
  })
}

/** Fetches the templates that orders choose from: predefined ones and the account's own. */
export function templatesQuery(client: Client) {
  return queryOptions({
    queryKey: keys.usableTemplates,
    queryFn: ({ signal }) => client.templates.list({ signal }),
    staleTime: 5 * 60_000,
  })
}

/** Fetches all models with their endpoints and metrics. */
export function modelsQuery(client: Client) {
  return queryOptions({
    queryKey: keys.modelList,
    queryFn: async ({ signal }) => (await client.models.list({ signal })).models,
    refetchInterval: ({ state }) => modelsWaitMs(state.data ?? []),
  })
}

export function modelQuery(client: Client, id: ModelId) {
  return queryOptions({
    queryKey: keys.model(id),
    queryFn: ({ signal }) => client.models.read({ params: { model: id }, signal }),
    refetchInterval: ({ state }) => modelsWaitMs(state.data ? [state.data] : []),
  })
}

function modelsWaitMs(models: readonly Pick<Model, 'endpoints'>[]): number {
  return endpointsWaitMs(models.flatMap(({ endpoints }) => endpoints))
}

/** Returns the interval for refetching endpoints, in milliseconds. */
export function endpointsWaitMs(endpoints: readonly Pick<ModelEndpoint, 'state'>[]): number {
  const comes = endpoints.some(({ state }) => state === 'fetching' || state === 'loading')
  return comes ? comingModelsEveryMs : modelsEveryMs
}

/** Fetches the account's render jobs, newest first, `renderPageSize` per page. */
export function renderJobsQuery(client: Client, page = 1) {
  return queryOptions({
    queryKey: keys.renderPage(page),
    queryFn: ({ signal }) =>
      client.rendering.list({ query: { page, page_size: renderPageSize }, signal }),
  })
}

/** Fetches the account's public SSH keys. */
export function sshKeysQuery(client: Client) {
  return queryOptions({
    queryKey: keys.sshKeys,
    queryFn: ({ signal }) => client.keys.sshKeys({ signal }),
  })
}
