import type { SavingsHint } from '@gridloom/contract/dashboard/dashboard'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Section } from '../../../ui/components/section.tsx'
import { formatMoney } from '../../../ui/format/money.ts'
import styles from '../dashboard.module.css'

/** Ways to spend less, each with a button that leads to where it is done; nothing where there is none. */
export function Hints({ hints }: { hints: readonly SavingsHint[] }) {
  if (hints.length === 0) return null
  return (
    <Section title="Save" note="estimated for 30 days, by your own history" inset="flush">
      <ul className={styles.hints} aria-label="Ways to save">
        {hints.map((hint) => (
          <li key={`${hint.kind} ${hint.instance_id}`}>
            <span className={styles.hintText}>{textOf(hint)}</span>
            <strong className="gl-num">{formatMoney(hint.micro_usd)}</strong>
            <HintButton hint={hint} />
          </li>
        ))}
      </ul>
    </Section>
  )
}

function textOf({ kind, label }: SavingsHint): string {
  return kind === 'stop_idle'
    ? `${label} is often idle. Stop it automatically after 30 idle minutes.`
    : `${label} has been stopped for a week, and its disk is charged. Destroy it if you no longer need it.`
}

function HintButton({ hint: { kind, instance_id: id, label } }: { hint: SavingsHint }) {
  const text = kind === 'stop_idle' ? 'Set rule' : 'Open'
  return (
    <Button
      size="compact-sm"
      aria-label={`${text}: ${label}`}
      renderRoot={(props) => (
        <Link
          {...props}
          to="/instance/myinstance/$id"
          params={{ id }}
          search={kind === 'stop_idle' ? { tab: 'automation' } : {}}
        />
      )}
    >
      {text}
    </Button>
  )
}
