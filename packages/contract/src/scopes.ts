import { z } from 'zod'
import { accountScopes } from './accounts/scopes.ts'
import { affiliateScopes } from './affiliate/scopes.ts'
import { backupScopes } from './backups/scopes.ts'
import { channelScopes } from './channels/scopes.ts'
import { chatScopes } from './chat/scopes.ts'
import { clusterScopes } from './clusters/scopes.ts'
import { depositScopes } from './deposits/scopes.ts'
import { fileScopes } from './files/scopes.ts'
import { instanceScopes } from './instances/scopes.ts'
import { ledgerScopes } from './ledger/scopes.ts'
import { machineScopes } from './machines/scopes.ts'
import { marketScopes } from './market/scopes.ts'
import { mediaScopes } from './media/scopes.ts'
import { modelScopes } from './models/scopes.ts'
import { portScopes } from './ports/scopes.ts'
import { postScopes } from './posts/scopes.ts'
import { renderScopes } from './rendering/scopes.ts'
import { reservationScopes } from './reservations/scopes.ts'
import { snapshotScopes } from './snapshots/scopes.ts'
import { templateScopes } from './templates/scopes.ts'
import { volumeScopes } from './volumes/scopes.ts'
import { webhookScopes } from './webhooks/scopes.ts'

/** The permissions of each scope, as a text for users; each area declares its own. */
export const scopeTexts = {
  ...accountScopes,
  ...marketScopes,
  ...templateScopes,
  ...instanceScopes,
  ...portScopes,
  ...fileScopes,
  ...snapshotScopes,
  ...volumeScopes,
  ...reservationScopes,
  ...backupScopes,
  ...clusterScopes,
  ...renderScopes,
  ...machineScopes,
  ...ledgerScopes,
  ...depositScopes,
  ...affiliateScopes,
  ...mediaScopes,
  ...channelScopes,
  ...postScopes,
  ...modelScopes,
  ...chatScopes,
  ...webhookScopes,
} as const

/** Named cast: the keys of the texts are the scopes. */
const scopes = Object.keys(scopeTexts) as (keyof typeof scopeTexts)[]

/** The permissions of an API key. A call outside its scopes is rejected with `scope_missing`, which names the scope. */
export const Scope = z.enum(scopes)
export type Scope = z.infer<typeof Scope>
