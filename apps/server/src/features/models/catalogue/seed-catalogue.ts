import type { Db } from '../../../platform/database/connect.ts'
import { transact } from '../../../platform/database/transact.ts'
import { firstModel } from './first-models.ts'
import { seedModelRow } from './models-store.ts'

/** Adds the first model to a catalogue that never had it; a change or removal by the operator is kept. */
export function seedCatalogue(db: Db, now: Date): Promise<void> {
  const { id, model } = firstModel
  return transact(db, (tx) => seedModelRow(tx, { id, model, now }))
}
