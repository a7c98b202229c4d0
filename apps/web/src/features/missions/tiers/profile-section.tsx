import { Flow } from '@gridloom/contract/accounts/flow'
import type { AudienceProfile } from '@gridloom/contract/missions/audience'
import { Select } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { countryName } from '../../../shared/market/fact-text.ts'
import { Section } from '../../../ui/components/section.tsx'
import { flowChoices } from '../mission-words.ts'
import styles from '../missions.module.css'
import { useChangeFlow } from './tiers-api.ts'

/** The tab of the account page with the billing details. */
const billing = { section: 'billing', tab: 'invoices' }

/** What decides which missions are for the account, and where it is stated. */
export function ProfileSection({ profile: { flow, country } }: { profile: AudienceProfile }) {
  const change = useChangeFlow()
  return (
    <Section title="Which missions are for you">
      <div className={styles.card}>
        <p className={styles.hint}>
          Some missions are for what people came for, for a country or from a tier on. You see those
          that are for you.
        </p>
        <div className={styles.fields}>
          <Select
            label="You came to"
            placeholder="Not stated"
            data={flowChoices}
            value={change.isPending ? change.variables : flow}
            allowDeselect={false}
            disabled={change.isPending}
            onChange={(value) => {
              const chosen = Flow.safeParse(value)
              if (chosen.success) change.mutate(chosen.data)
            }}
          />
          <div>
            <p className={styles.label}>Country</p>
            <p className={styles.stated}>
              {country === null ? 'Not stated' : `${countryName(country)} (${country})`}
            </p>
            <p className={styles.hint}>
              From your{' '}
              <Link to="/account" search={billing} className={styles.link}>
                billing details
              </Link>
              {country === null && ', which you have not saved yet'}
            </p>
          </div>
        </div>
      </div>
    </Section>
  )
}
