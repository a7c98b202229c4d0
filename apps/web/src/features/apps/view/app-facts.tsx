import type { App } from '@gridloom/contract/apps/app'
import { Link } from '@tanstack/react-router'
import { filterLines } from '../../../shared/market/filter-words.ts'
import { Facts } from '../../../ui/components/facts.tsx'
import { HourlyPrice } from '../../../ui/components/money.tsx'
import { Section } from '../../../ui/components/section.tsx'
import styles from './app-page.module.css'

/** The price now, what the app needs, and what it runs. */
export function AppFacts({ app }: { app: App }) {
  const { definition, from_micro_usd_per_hour: from, offers } = app
  return (
    <>
      <Section title="Price now">
        {from === null ? (
          <p className={styles.muted}>
            No free machine fits right now. <Link to="/instance">Browse offers</Link> to set an
            alert.
          </p>
        ) : (
          <>
            <div className={styles.price}>
              from <HourlyPrice microUsdPerHour={from} />
            </div>
            <div className={styles.small}>
              {offersText(offers)}, with {definition.recommended_disk_gb} GB of disk
            </div>
          </>
        )}
      </Section>
      <Section title="Needs">
        <Facts facts={needsOf(app)} />
      </Section>
      <Section title="Runs">
        <Facts
          facts={[
            { name: 'Image', value: <code className={styles.image}>{app.image}</code> },
            ...definition.ports.map(({ port, name, protocol, access }) => ({
              name: `Port ${port}`,
              value: `${name} · ${protocol === 'tcp' ? 'TCP' : accessNames[access]}`,
            })),
          ]}
        />
      </Section>
    </>
  )
}

const accessNames = {
  private: 'only you',
  link: 'you, and links you share',
  public: 'everyone',
} as const

function offersText(offers: number): string {
  if (offers === 1) return '1 free offer fits'
  return `${offers >= 1_000 ? '1,000+' : offers} free offers fit`
}

function needsOf({ definition }: App) {
  return [
    ...filterLines(definition.needs).map(({ label, text }) => ({ name: label, value: text })),
    { name: 'Recommended disk', value: `${definition.recommended_disk_gb} GB` },
  ]
}
