import type { AccountId } from '@gridloom/contract/core/ids'
import type { RawBuilder } from 'kysely'

/** One part of a user's stored data, as the export shows it. */
export interface ExportSection {
  readonly name: string
  /** The tables that it shows. */
  readonly tables: readonly string[]
  /** Selects its rows of a user, each with a unique `key`; never a hash or a secret. */
  rows(user: AccountId): RawBuilder<unknown>
}

/**
 * The tables of a feature that name users: what the export shows of them, and what happens to them when an account is
 * closed. A test compares the lists of all features with the existing columns.
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

/** Merges the lists of several features. */
export function mergePersonalData(parts: readonly PersonalData[]): Required<PersonalData> {
  return {
    sections: parts.flatMap(({ sections }) => sections),
    deleted: Object.assign({}, ...parts.map(({ deleted }) => deleted)),
    kept: Object.assign({}, ...parts.map(({ kept }) => kept)),
    notExported: Object.assign({}, ...parts.map(({ notExported }) => notExported)),
  }
}
