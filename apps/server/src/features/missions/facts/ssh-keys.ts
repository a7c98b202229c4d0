import { countSshKeys } from '../../keys/index.ts'
import type { MeasureFact } from './fact.ts'

export const sshKeys: MeasureFact = ({ db }, { accountId }) => countSshKeys(db, accountId)
