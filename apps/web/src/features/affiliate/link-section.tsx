import type { Affiliate } from '@gridloom/contract/affiliate/affiliate'
import { isLandingPath } from '@gridloom/contract/affiliate/landing-path'
import { Button, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useState } from 'react'
import { QrCode } from '../../shared/wallet/qr-code.tsx'
import { CopyLine } from '../../ui/components/copy.tsx'
import { Modal } from '../../ui/components/dialog.tsx'
import { Section } from '../../ui/components/section.tsx'
import styles from './affiliate.module.css'
import { linkWith } from './affiliate-words.ts'
import { ChooseCode } from './choose-code.tsx'

/** The referral link with its QR code, for any page, campaign and sub ID. */
export function LinkSection({ affiliate: { link, chosen } }: { affiliate: Affiliate }) {
  const [draft, setDraft] = useState({ to: '', campaign: '', subId: '' })
  const [opened, { open, close }] = useDisclosure(false)
  const isPath = draft.to === '' || isLandingPath(draft.to)
  const whole = linkWith(link, { ...draft, to: isPath ? draft.to : '' })
  const set = (name: keyof typeof draft) => (value: string) => setDraft({ ...draft, [name]: value })
  return (
    <Section
      title="Your link"
      actions={
        !chosen && (
          <Button size="compact-sm" onClick={open}>
            Choose your code
          </Button>
        )
      }
    >
      <div className={styles.link}>
        <div className={styles.words}>
          <CopyLine text={whole} label="Referral link" />
          <div className={styles.fields}>
            <LinkField
              label="Page"
              hint="/prices"
              value={draft.to}
              change={set('to')}
              {...(isPath ? {} : { error: 'Use a path of this site, such as /prices' })}
            />
            <LinkField
              label="Campaign"
              hint="newsletter"
              value={draft.campaign}
              change={set('campaign')}
            />
            <LinkField label="Sub ID" hint="banner-1" value={draft.subId} change={set('subId')} />
          </div>
          <p className={styles.hint}>
            Optional: the page to open, and names by which you see clicks and sign-ups below.
          </p>
        </div>
        <div className={styles.code}>
          <QrCode text={whole} />
        </div>
      </div>
      <Modal opened={opened} onClose={close} title="Choose your code" size="sm">
        <ChooseCode done={close} />
      </Modal>
    </Section>
  )
}

interface LinkFieldProps {
  label: string
  hint: string
  value: string
  change: (value: string) => void
  error?: string
}

function LinkField({ label, hint, value, change, error }: LinkFieldProps) {
  return (
    <TextInput
      label={label}
      placeholder={hint}
      value={value}
      error={error}
      maxLength={label === 'Page' ? 300 : 60}
      onChange={({ currentTarget }) => change(currentTarget.value.trim())}
    />
  )
}
