import { AsCode } from '../../../ui/components/as-code.tsx'
import { Page } from '../../../ui/components/page.tsx'
import { Section } from '../../../ui/components/section.tsx'
import styles from '../operator.module.css'
import { settingsCode } from '../operator-code.ts'
import { CreditForm } from './credit-form.tsx'
import { PlatformFee } from './platform-fee.tsx'
import { StartingCredit } from './starting-credit.tsx'

/** `/operator/settings`: welcome credit, platform fee, and credit for single accounts. */
export function SettingsPage() {
  return (
    <Page
      title="Settings"
      lead="Welcome credit, platform fee and manual credit."
      actions={<AsCode actions={settingsCode} />}
    >
      <div className={styles.pair}>
        <div className={styles.settings}>
          <StartingCredit />
          <PlatformFee />
        </div>
        <Section title="Give credit">
          <CreditForm />
        </Section>
      </div>
    </Page>
  )
}
