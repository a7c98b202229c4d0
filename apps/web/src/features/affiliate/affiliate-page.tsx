import type { Affiliate } from '@gridloom/contract/affiliate/affiliate'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useClient } from '../../api/runtime.tsx'
import { AsCode } from '../../ui/components/as-code.tsx'
import { Figure, FigureStrip } from '../../ui/components/facts.tsx'
import { Loaded } from '../../ui/components/loaded.tsx'
import { Money } from '../../ui/components/money.tsx'
import { Page } from '../../ui/components/page.tsx'
import { Section } from '../../ui/components/section.tsx'
import { formatMoney } from '../../ui/format/money.ts'
import { plural } from '../../ui/format/numbers.ts'
import styles from './affiliate.module.css'
import { affiliateQuery } from './affiliate-api.ts'
import { affiliateCode } from './affiliate-code.ts'
import { termsInWords } from './affiliate-words.ts'
import { CreativesSection } from './creatives-section.tsx'
import { LinkSection } from './link-section.tsx'
import { PayoutsSection } from './payouts-section.tsx'
import { PostbacksSection } from './postbacks-section.tsx'
import { ReferralsSection } from './referrals-section.tsx'
import { ReviewsSection } from './reviews-section.tsx'
import { StatsSection } from './stats-section.tsx'

/** `/dashboard/affiliate`: the referral link, what it led to, and the commission on it. */
export function AffiliatePage() {
  const affiliate = useQuery(affiliateQuery(useClient()))
  return (
    <Page
      title="Affiliate"
      lead="Share your link. You get a share of our fees on what the people you refer spend."
      actions={<AsCode actions={affiliateCode} />}
    >
      <Loaded query={affiliate} what="your link" rows={6}>
        {(data) => <Parts affiliate={data} />}
      </Loaded>
    </Page>
  )
}

function Parts({ affiliate }: { affiliate: Affiliate }) {
  return (
    <>
      <ReviewsSection reviews={affiliate.reviews} />
      <LinkSection affiliate={affiliate} />
      <Funnel affiliate={affiliate} />
      <Commission affiliate={affiliate} />
      <CreativesSection link={affiliate.link} />
      <StatsSection />
      <ReferralsSection />
      <PayoutsSection />
      <PostbacksSection />
      <Section title="How it works">
        <ul className={styles.terms}>
          {termsInWords(affiliate.terms).map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      </Section>
    </>
  )
}

function Funnel({ affiliate: { totals } }: { affiliate: Affiliate }) {
  const { clicks, visitors, sign_ups: signUps, activated, spent_micro_usd: spent } = totals
  return (
    <FigureStrip>
      <Figure name="Clicks" value={clicks} note={`${visitors} without repeats`} />
      <Figure name="Sign-ups" value={signUps} note={shareNote(signUps, clicks, 'of clicks')} />
      <Figure name="Paying" value={activated} note={shareNote(activated, signUps, 'of sign-ups')} />
      <Figure name="They spent" value={<Money microUsd={spent} />} />
    </FigureStrip>
  )
}

function shareNote(part: number, whole: number, of: string): string {
  return whole === 0 ? '' : `${Math.round((100 * part) / whole)} % ${of}`
}

function Commission({ affiliate }: { affiliate: Affiliate }) {
  const { pending_micro_usd, claimable_micro_usd, claimed_micro_usd, terms } = affiliate
  const days = plural(terms.holding_days, 'day')
  return (
    <FigureStrip>
      <Figure
        name="Commission pending"
        value={<Money microUsd={pending_micro_usd} />}
        note={`Added to rewards after ${days}, from ${formatMoney(terms.minimum_micro_usd)}`}
      />
      <Figure
        name="Claimable"
        value={<Money microUsd={claimable_micro_usd} />}
        note={<Link to="/rewards">Open rewards</Link>}
      />
      <Figure name="Claimed" value={<Money microUsd={claimed_micro_usd} />} />
    </FigureStrip>
  )
}
