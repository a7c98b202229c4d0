import { CopyLine } from '../../ui/components/copy.tsx'
import { Section } from '../../ui/components/section.tsx'
import { Coded } from './coded.tsx'
import styles from './guide.module.css'
import type { Guide } from './guide.ts'

/** The doctor's checks, with a fix for each. */
export function Troubleshooting({ guide }: { guide: Guide }) {
  return (
    <Section title="Troubleshooting">
      <p className={styles.text}>
        The doctor checks everything that hosting needs and suggests fixes. It changes nothing:
      </p>
      <CopyLine text={guide.doctor} label="Doctor" />
      <dl className={styles.troubles}>
        {guide.troubles.map(({ name, text }) => (
          <div key={name}>
            <dt>
              <code className={styles.code}>{name}</code>
            </dt>
            <dd>
              <Coded text={text} />
            </dd>
          </div>
        ))}
      </dl>
      <p className={styles.text}>To see the agent’s log:</p>
      <CopyLine text={guide.log} label="Log" />
    </Section>
  )
}

/** How to uninstall the agent. */
export function Uninstall({ guide, url }: { guide: Guide; url: string }) {
  return (
    <Section title="Uninstall">
      <CopyLine text={guide.undo(url)} label="Uninstall command" />
      <p className={styles.text}>
        <Coded text={guide.undone} /> Then remove the machine on its page to end its offer.
      </p>
    </Section>
  )
}
