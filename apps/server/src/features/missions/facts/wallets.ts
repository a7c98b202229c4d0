import { countWallets } from '../../auth/index.ts'
import type { MeasureFact } from './fact.ts'

export const wallets: MeasureFact = ({ db }, { accountId }) => countWallets(db, accountId)
