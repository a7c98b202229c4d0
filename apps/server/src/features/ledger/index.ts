export { budgetLeftFor, ledgerBudgetExceeded, readBudgetUse } from './account-budget.ts'
export { readHosting, readRenting, sumPaid } from './activity-store.ts'
export { type ProductDay, selectProductDays } from './bill-store.ts'
export { captureUsage, type Usage } from './capture-usage.ts'
export { chargeStorage } from './charge-storage.ts'
export {
  selectIntervals as readIntervals,
  selectPaidCredits as readPaidCredits,
} from './charges-store.ts'
export { checkLedger } from './check-ledger.ts'
export { completePayout } from './complete-payout.ts'
export { type CreditDay, selectCreditDays } from './credit-days-store.ts'
export { type Credited, selectCredited } from './credited-store.ts'
export { ledgerFeature } from './feature.ts'
export { giveOperatorCredit } from './give-operator-credit.ts'
export { givePromoCredit } from './give-promo-credit.ts'
export { giveStartingCredit } from './give-starting-credit.ts'
export { insufficientFunds } from './insufficient-funds.ts'
export { type KeptFees, selectKeptFees } from './kept-fees-store.ts'
export { sumKeptFees } from './kept-of-many-store.ts'
export { selectKeySpend } from './key-spend-store.ts'
export { labelHold } from './label-hold.ts'
export type { AssetSource, Purpose } from './ledger-accounts.ts'
export {
  holdMissionBudget,
  readMissionBudgets,
  returnMissionBudget,
} from './mission-budget.ts'
export {
  type PeriodAmounts,
  selectAccountsWithAmounts,
  selectEarnedByMachine,
  selectSpentByResource,
} from './monthly-amounts-store.ts'
export { openLedgerAccount } from './open-ledger-account.ts'
export { type PaidFlow, selectIncomes, selectPaidFlows } from './paid-flows-store.ts'
export {
  type PaidAmount,
  type Payment,
  payFromPlatform,
  payWithinHold,
  payWithinHolds,
  wasPaid,
} from './pay.ts'
export {
  type EarnedBalance,
  lockEarned,
  type PaidDay,
  selectDebt,
  selectEarned,
  selectOwed,
  selectPaidDays,
} from './payouts-store.ts'
export { type AddedToHold, placeHold, topUpHold } from './place-hold.ts'
export { readPlatformFee, setPlatformFee } from './platform-fee.ts'
export type { LedgerCtx } from './post.ts'
export { postReward, postRewardClaim, postRewardReturn } from './post-reward.ts'
export { selectProjects as readProjects } from './project-store.ts'
export { readBalance } from './read-balance.ts'
export { readBill } from './read-bill.ts'
export { readEarnedDays } from './read-earned-days.ts'
export {
  type InstanceMoney,
  readEarned,
  readInstanceMoney,
  readRenderEarned,
  sumCharged,
} from './read-instance-money.ts'
export { readSpendable } from './read-spendable.ts'
export { selectReceiptLines, selectReceiptPage } from './receipt-lines-store.ts'
export { releaseHold } from './release-hold.ts'
export { reservePayout } from './reserve-payout.ts'
export { returnCredit, type UnsettledFunds } from './return-credit.ts'
export { refundDeposit, reverseDeposit } from './return-deposit.ts'
export { returnPayout } from './return-payout.ts'
export { reversePayout } from './reverse-payout.ts'
export { readRuns } from './runs-store.ts'
export { listServiceCredits, oweServiceCredit, readServiceCredits } from './service-credits.ts'
export {
  findFirstTransaction,
  selectAccountsBetween,
  selectStatementLines,
} from './statement-lines-store.ts'
export { takeDeposit, takeDeposits } from './take-deposit.ts'
export { idsOfDay } from './transaction-ids.ts'
export { handOverBalance, type Transfer, transfer } from './transfer.ts'
