import { accountsErrors } from './accounts/errors.ts'
import { affiliateErrors } from './affiliate/errors.ts'
import { appsErrors } from './apps/errors.ts'
import { authErrors } from './auth/errors.ts'
import { autoOrdersErrors } from './auto-orders/errors.ts'
import { backupsErrors } from './backups/errors.ts'
import { budgetsErrors } from './budgets/errors.ts'
import { cardsErrors } from './cards/errors.ts'
import { channelErrors } from './channels/errors.ts'
import { clustersErrors } from './clusters/errors.ts'
import { companiesErrors } from './companies/errors.ts'
import { commonErrors } from './core/errors.ts'
import { depositsErrors } from './deposits/errors.ts'
import { filesErrors } from './files/errors.ts'
import { installersErrors } from './installers/errors.ts'
import { instancesErrors } from './instances/errors.ts'
import { invoicesErrors } from './invoices/errors.ts'
import { keysErrors } from './keys/errors.ts'
import { ledgerErrors } from './ledger/errors.ts'
import { machinesErrors } from './machines/errors.ts'
import { marketErrors } from './market/errors.ts'
import { mediaErrors } from './media/errors.ts'
import { missionsErrors } from './missions/errors.ts'
import { modelsErrors } from './models/errors.ts'
import { payoutsErrors } from './payouts/errors.ts'
import { portsErrors } from './ports/errors.ts'
import { postErrors } from './posts/errors.ts'
import { promoCodesErrors } from './promo-codes/errors.ts'
import { reconciliationErrors } from './reconciliation/errors.ts'
import { renderingErrors } from './rendering/errors.ts'
import { reputationErrors } from './reputation/errors.ts'
import { reservationsErrors } from './reservations/errors.ts'
import { rewardsErrors } from './rewards/errors.ts'
import { snapshotsErrors } from './snapshots/errors.ts'
import { templatesErrors } from './templates/errors.ts'
import { tiersErrors } from './tiers/errors.ts'
import { volumesErrors } from './volumes/errors.ts'
import { walletErrors } from './wallet/errors.ts'

/**
 * The closed list of error codes, area by area. The web app, the CLI and scripts switch on the code, never on the text.
 * `{name}` in a text is filled from the details given to {@link Refused}.
 */
export const errorCodes = {
  ...commonErrors,
  ...authErrors,
  ...accountsErrors,
  ...companiesErrors,
  ...keysErrors,
  ...budgetsErrors,
  ...ledgerErrors,
  ...invoicesErrors,
  ...cardsErrors,
  ...machinesErrors,
  ...marketErrors,
  ...instancesErrors,
  ...autoOrdersErrors,
  ...filesErrors,
  ...snapshotsErrors,
  ...portsErrors,
  ...templatesErrors,
  ...appsErrors,
  ...volumesErrors,
  ...reservationsErrors,
  ...backupsErrors,
  ...clustersErrors,
  ...reputationErrors,
  ...renderingErrors,
  ...modelsErrors,
  ...installersErrors,
  ...walletErrors,
  ...depositsErrors,
  ...promoCodesErrors,
  ...rewardsErrors,
  ...affiliateErrors,
  ...missionsErrors,
  ...tiersErrors,
  ...mediaErrors,
  ...channelErrors,
  ...postErrors,
  ...reconciliationErrors,
  ...payoutsErrors,
} as const

export type ErrorCode = keyof typeof errorCodes

export type ErrorDetails = Readonly<Record<string, string | number | boolean | null>>

export type FieldErrors = Readonly<Record<string, string>>

/** Options of an error beyond its code. `internal` is for our logs and never leaves the server. */
export interface RefusedOptions {
  details?: ErrorDetails
  fields?: FieldErrors
  internal?: string
  cause?: unknown
}

/** The one error class: a closed code, a text for the caller, and the details that we need to fix it. */
export class Refused extends Error {
  override readonly name = 'Refused'
  readonly code: ErrorCode
  readonly status: number
  readonly details: ErrorDetails
  readonly fields: FieldErrors | undefined
  /** The text for the caller; `message` is the one in our logs. */
  readonly publicText: string

  constructor(code: ErrorCode, options: RefusedOptions = {}) {
    const publicText = fillText(errorCodes[code].text, options.details ?? {})
    super(options.internal ?? `${code}: ${publicText}`, { cause: options.cause })
    this.code = code
    this.status = errorCodes[code].status
    this.details = options.details ?? {}
    this.fields = options.fields
    this.publicText = publicText
  }
}

/** Replaces each `{name}` by its detail; a missing detail becomes an empty string. */
function fillText(text: string, details: ErrorDetails): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => String(details[name] ?? ''))
}
