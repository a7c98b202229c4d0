import type { Balance } from '@gridloom/contract/ledger/balance'
import { formatDuration } from '@gridloom/domain/format-duration'
import { useNow } from '../../browser/clock.ts'
import { balanceAt } from '../../shared/ledger/balance.ts'
import { Figure, FigureStrip } from '../../ui/components/facts.tsx'
import { HourlyPrice, Money } from '../../ui/components/money.tsx'
import { formatMoney, formatPerMonth } from '../../ui/format/money.ts'

/** The balance in figures: available, held, spend rate and earnings. */
export function BalanceStrip({ balance }: { balance: Balance }) {
  const { leftMicroUsd, lastsS } = balanceAt(balance, useNow())
  const { welcome_micro_usd: welcome, earned_of_welcome_micro_usd: ofWelcome } = balance
  const debt = balance.debt_micro_usd
  const burn = balance.spend_rate_micro_usd_per_hour
  return (
    <FigureStrip>
      <Figure
        name="Balance"
        value={<Money microUsd={leftMicroUsd} />}
        note={lastsS === null ? 'No active charges' : `Lasts ${formatDuration(lastsS)}`}
      />
      <Figure
        name="Available"
        value={<Money microUsd={balance.available_micro_usd} />}
        note={
          welcome > 0
            ? `Includes ${formatMoney(welcome)} welcome credit, spent last`
            : 'For new orders'
        }
      />
      {debt > 0 && (
        <Figure
          name="Owed"
          value={<Money microUsd={debt} />}
          note="A payment was reversed. The next credit pays this first."
        />
      )}
      <Figure
        name="On hold"
        value={<Money microUsd={balance.held_micro_usd} />}
        note="For running work and recent answers"
      />
      <Figure
        name="Spend rate"
        value={burn > 0 ? <HourlyPrice microUsdPerHour={burn} /> : '$0.00/h'}
        note={burn > 0 ? formatPerMonth(burn) : 'No active charges'}
      />
      <Figure
        name="Earned"
        value={<Money microUsd={balance.earned_micro_usd} />}
        note={
          ofWelcome > 0
            ? `${formatMoney(ofWelcome)} from welcome credit can’t be paid out`
            : 'From machines after fees, and claimed rewards'
        }
      />
    </FigureStrip>
  )
}
