import type { DepositAlarm } from '@gridloom/contract/deposits/deposit-options'

/** What stops the deposits of a chain until the operator, or time, changes it. */
export class ChainAlarm extends Error {
  override readonly name = 'ChainAlarm'
  readonly alarm: DepositAlarm

  constructor(alarm: DepositAlarm, detail: string) {
    super(detail)
    this.alarm = alarm
  }
}
