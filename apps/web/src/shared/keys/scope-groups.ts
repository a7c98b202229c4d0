import { Scope, scopeTexts } from '@gridloom/contract/scopes'

/** Title of each area's scopes, in display order. */
const areas = [
  ['instances', 'Instances'],
  ['ports', 'Ports'],
  ['files', 'Files'],
  ['snapshots', 'Snapshots'],
  ['volumes', 'Volumes'],
  ['reservations', 'Reservations'],
  ['backups', 'Backups'],
  ['clusters', 'Clusters'],
  ['market', 'Market'],
  ['templates', 'Templates'],
  ['renders', 'Rendering'],
  ['models', 'Models'],
  ['chats', 'Chats'],
  ['machines', 'Machines'],
  ['webhooks', 'Webhooks'],
  ['billing', 'Billing'],
  ['deposits', 'Deposits'],
  ['affiliate', 'Affiliate'],
  ['media', 'Media library'],
  ['channels', 'Channels'],
  ['posts', 'Posts'],
  ['account', 'Account'],
] as const

export interface ScopeGroup {
  title: string
  scopes: readonly { scope: Scope; text: string }[]
}

/** All scopes of the contract by area; areas without a title come last. */
export const scopeGroups: readonly ScopeGroup[] = [
  ...areas.map(([area, title]) => ({ title, scopes: scopesOf((scope) => areaOf(scope) === area) })),
  { title: 'More', scopes: scopesOf((scope) => !isNamed(areaOf(scope))) },
].filter(({ scopes }) => scopes.length > 0)

/** The scopes that cannot change anything. */
export const readingScopes: readonly Scope[] = Scope.options.filter(isReading)

/** Whether a scope only reads. */
export function isReading(scope: Scope): boolean {
  return scope.endsWith(':read')
}

/** Summarises a key's scopes: `Everything`, `Reads everything`, else their names. */
export function scopesInWords(scopes: readonly Scope[]): string {
  if (Scope.options.every((scope) => scopes.includes(scope))) return 'Full access'
  const readsAll = readingScopes.every((scope) => scopes.includes(scope))
  const writes = scopes.filter((scope) => !isReading(scope))
  if (!readsAll) return scopes.join(', ')
  return writes.length === 0 ? 'Reads everything' : `Reads everything, ${writes.join(', ')}`
}

function scopesOf(fits: (scope: Scope) => boolean) {
  return Scope.options.filter(fits).map((scope) => ({ scope, text: scopeTexts[scope] }))
}

function areaOf(scope: Scope): string {
  return scope.split(':')[0] ?? ''
}

function isNamed(area: string): boolean {
  return areas.some(([name]) => name === area)
}
