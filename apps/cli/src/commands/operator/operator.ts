import type { Command } from 'commander'
import type { Open } from '../../ctx.ts'
import { examples } from '../../help.ts'
import { addAffiliateTerms, addOperatorReferrals } from '../affiliate/operator-referrals.ts'
import { addOperatorApps } from '../apps/operator-apps.ts'
import { addAudit } from '../audit/operator-audit.ts'
import { addOperatorInvoices } from '../invoices/operator-invoices.ts'
import { addOperatorPayouts } from '../payouts/operator-payouts.ts'
import { addPayoutFiles } from '../payouts/payout-files.ts'
import { addOperatorPromoCodes } from '../promo-codes/operator-promo-codes.ts'
import { addLedgerCheck } from '../reconciliation/operator-ledger-check.ts'
import { addOperatorReward } from '../rewards/operator-reward.ts'
import { addAccessCodes } from './access-codes.ts'
import { addAnnounce } from './announce.ts'
import { addCredit } from './credit.ts'
import { addMaintenance } from './maintenance.ts'
import { addSettings } from './settings.ts'
import { addStorage } from './storage.ts'
import { addSuspend } from './suspend.ts'
import { addUsers } from './users.ts'
import { addVouch } from './vouch.ts'

/** Adds `operator`: commands for the operator's account only. */
export function addOperator(program: Command, open: Open): void {
  const operator = program
    .command('operator')
    .summary('administer a server (operator)')
    .description(
      'Administer a server: users, access codes, credit, settings, maintenance and rendering machines. Requires the operator account.',
    )
    .addHelpText('after', examples('operator credit ada@example.com 20', 'operator settings'))
  addUsers(operator, open)
  addSuspend(operator, open)
  addAccessCodes(operator, open)
  addOperatorPromoCodes(operator, open)
  addCredit(operator, open)
  addOperatorReward(operator, open)
  addOperatorReferrals(operator, open)
  addAffiliateTerms(operator, open)
  addLedgerCheck(operator, open)
  addSettings(operator, open)
  addMaintenance(operator, open)
  addStorage(operator, open)
  addAnnounce(operator, open)
  addAudit(operator, open)
  addVouch(operator, open)
  addOperatorApps(operator, open)
  addOperatorInvoices(operator, open)
  addOperatorPayouts(operator, open)
  addPayoutFiles(operator, open)
}
