import type { AccountId } from '@gridloom/contract/core/ids'
import type { RawBuilder } from 'kysely'

/** One part of what is stored of a user, as the export shows it. */
export interface ExportSection {
  readonly name: string
  /** The tables that it shows. */
  readonly tables: readonly string[]
  /** Its rows of a user, each with a `key` that is unlike the others'; never a hash or a secret. */
  rows(user: AccountId): RawBuilder<unknown>
}

/**
 * The tables of a feature that name users: what the export shows of them, and what becomes of them when an account is
 * closed. A test holds the lists of all features to the columns that there are.
 */
export interface PersonalData {
  readonly sections: readonly ExportSection[]
  /** Tables whose rows are deleted, by the column that names the user. */
  readonly deleted?: Readonly<Record<string, string>>
  /** Tables whose rows stay, each with the reason. */
  readonly kept?: Readonly<Record<string, string>>
  /** Tables that the export leaves out, each with the reason. */
  readonly notExported?: Readonly<Record<string, string>>
}

/** The lists of several features as one. */
export function mergePersonalData(parts: readonly PersonalData[]): Required<PersonalData> {
  return {
    sections: parts.flatMap(({ sections }) => sections),
    deleted: Object.assign({}, ...parts.map(({ deleted }) => deleted)),
    kept: Object.assign({}, ...parts.map(({ kept }) => kept)),
    notExported: Object.assign({}, ...parts.map(({ notExported }) => notExported)),
  }
}
