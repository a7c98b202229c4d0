import styles from './loop.module.css'

const steps = [
  { line: 'gridloom login', text: 'Sign in once. The token stays on your computer.' },
  { line: 'gridloom offers', text: 'See available machines with measured benchmarks.' },
  {
    line: 'gridloom rent',
    text: 'Start a container. Pulling the image is free.',
  },
  { line: 'gridloom balance', text: 'View balance, charges and receipts.' },
] as const

/** The same loop in a terminal: everything that can be clicked can be scripted. */
export function Loop() {
  return (
    <section aria-labelledby="loop-title" className={styles.loop}>
      <h2 id="loop-title" className={styles.title}>
        Prefer the terminal?
      </h2>
      <ol className={styles.steps}>
        {steps.map(({ line, text }) => (
          <li key={line}>
            <code className={styles.line}>
              <span aria-hidden>$ </span>
              {line}
            </code>
            <span className={styles.text}>{text}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}
