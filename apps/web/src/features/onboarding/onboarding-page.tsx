import { product } from '@gridloom/contract/core/product'
import { Button } from '@mantine/core'
import { IconArrowRight, IconListCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useAuth } from '../../api/runtime.tsx'
import { FrontBar } from './front-bar.tsx'
import { Loop } from './loop.tsx'
import styles from './onboarding-page.module.css'
import { PathCards } from './path-cards.tsx'
import { useEnter } from './use-enter.ts'

/** The start page: what the product is, and the four choices. */
export function OnboardingPage() {
  const enter = useEnter()
  return (
    <div className={styles.page}>
      <FrontBar />
      <main className={styles.main}>
        <h1 className={styles.title}>Per-second GPU and CPU rental</h1>
        <p className={styles.lead}>
          {product.name} connects privately owned machines into one cloud. Compare measured
          hardware, lock an all-in price and open a shell within seconds.
        </p>
        <div className={styles.first}>
          <Button
            variant="filled"
            size="md"
            rightSection={<IconArrowRight size={16} />}
            onClick={() => enter({ to: '/instance' })}
          >
            Rent a machine
          </Button>
          <FinishSettingUp />
        </div>
        <h2 className={styles.question}>What do you want to do?</h2>
        <PathCards />
        <Loop />
      </main>
      <footer className={styles.footer}>
        <span>{product.description}</span>
        <nav aria-label="Footer" className={styles.links}>
          <Link to="/terms-and-conditions">Terms and conditions</Link>
          <a href="/api/docs">API reference</a>
        </nav>
      </footer>
    </div>
  )
}

/** Link back to the remaining setup steps, for a user who has signed up. */
function FinishSettingUp() {
  const isUnfinished = useAuth((state) => state.isLoggedIn && state.onboardStep === 'welcome')
  if (!isUnfinished) return null
  return (
    <Button
      component={Link}
      to="/welcome"
      size="md"
      leftSection={<IconListCheck size={16} aria-hidden />}
    >
      Finish setting up
    </Button>
  )
}
