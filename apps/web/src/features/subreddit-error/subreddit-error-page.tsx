import { Button } from '@mantine/core'
import { Link, useSearch } from '@tanstack/react-router'
import { useAuth, useRuntime } from '../../api/runtime.tsx'
import { Standalone } from '../../ui/components/standalone.tsx'
import { reasonFor } from './reasons.ts'
import styles from './subreddit-error-page.module.css'

/** Explains why a Reddit channel was not connected (`?reason=`), and how to try again. */
export function SubredditErrorPage() {
  const { reason } = useSearch({ from: '/subreddit-error' })
  const { title, text, steps } = reasonFor(reason)
  return (
    <Standalone title={title} lead={text}>
      <section aria-labelledby="again" className={styles.again}>
        <h2 id="again" className={styles.heading}>
          How to try again
        </h2>
        <ol className={styles.steps}>
          {steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      </section>
      <WayBack />
    </Standalone>
  )
}

function WayBack() {
  const { auth } = useRuntime()
  const isLoggedIn = useAuth((state) => state.isLoggedIn)
  return (
    <div className={styles.actions}>
      {isLoggedIn ? (
        <Button component={Link} to="/instance" variant="filled">
          Open dashboard
        </Button>
      ) : (
        <Button variant="filled" onClick={() => auth.openLogin('login')}>
          Sign in
        </Button>
      )}
      <Button
        component="a"
        href="https://www.reddit.com/"
        target="_blank"
        rel="noopener noreferrer"
      >
        Open Reddit
      </Button>
    </div>
  )
}
