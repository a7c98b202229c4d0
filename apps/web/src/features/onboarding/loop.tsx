import styles from './loop.module.css'

const steps = [
  { line: 'gridloom login', text: 'Sign in once; the token stays on your machine.' },
  { line: 'gridloom offers', text: 'What is for rent now, with measured figures and their dates.' },
  {
    line: 'gridloom rent',
    text: 'A quote, then a running container. Pulling and starting are free.',
  },
  { line: 'gridloom balance', text: 'Every micro-dollar, in double entry, down to the receipt.' },
] as const

/** The same loop in a terminal: everything that can be clicked can be scripted. */
export function Loop() {
  return (
    <section aria-labelledby="loop-title" className={styles.loop}>
      <h2 id="loop-title" className={styles.title}>
        The same from a terminal
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
