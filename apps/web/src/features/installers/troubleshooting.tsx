import { CopyLine } from '../../ui/components/copy.tsx'
import { Section } from '../../ui/components/section.tsx'
import { Coded } from './coded.tsx'
import styles from './guide.module.css'
import type { Guide } from './guide.ts'

/** What the doctor says, and what mends it. */
export function Troubleshooting({ guide }: { guide: Guide }) {
  return (
    <Section title="When something is wrong">
      <p className={styles.text}>
        The doctor looks at everything that hosting needs, changes nothing, and names the remedy:
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
      <p className={styles.text}>What the agent does and says:</p>
      <CopyLine text={guide.log} label="Log" />
    </Section>
  )
}

/** How to take it all away again. */
export function Uninstall({ guide, url }: { guide: Guide; url: string }) {
  return (
    <Section title="Undo it">
      <CopyLine text={guide.undo(url)} label="Uninstall command" />
      <p className={styles.text}>
        <Coded text={guide.undone} /> Then remove the machine on its page, which ends its offer.
      </p>
    </Section>
  )
}
