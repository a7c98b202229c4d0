import { product } from '@gridloom/contract/product'
import { Button } from '@mantine/core'
import { IconArrowRight, IconServer2, IconTerminal2 } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import type { Flow } from '../../lib/auth/auth-store.ts'
import { useDocumentTitle } from '../../lib/parts/page.tsx'
import { useAuth, useRuntime } from '../../lib/runtime.tsx'
import { Door } from './door.tsx'
import { FrontBar } from './front-bar.tsx'
import { Loop } from './loop.tsx'
import styles from './onboarding-page.module.css'

/** The front door: what this is in one screen, and the doors that lead in. */
export function OnboardingPage() {
  useDocumentTitle('Welcome')
  const enter = useEnter()
  return (
    <div className={styles.page}>
      <FrontBar />
      <main className={styles.main}>
        <h1 className={styles.title}>Compute you can watch, down to the second and the cent.</h1>
        <p className={styles.lead}>
          {product.name} joins machines that people own into one place to run containers. See
          measured hardware, lock an all-in price, and be in a shell within seconds.
        </p>
        <div className={styles.doors}>
          <Door
            icon={<IconTerminal2 size={20} stroke={1.6} />}
            title="Rent compute"
            facts={[
              'An all-in price, locked for 60 s before you order',
              'Charged per second, only while your container is ready',
              'Logs, load, cost and a terminal in the page',
            ]}
          >
            <Button
              variant="filled"
              rightSection={<IconArrowRight size={16} />}
              onClick={() => enter({ to: '/instance' })}
            >
              Rent a machine
            </Button>
          </Door>
          <Door
            icon={<IconServer2 size={20} stroke={1.6} />}
            title="Host a machine"
            facts={[
              'One command joins a computer; it dials out, no port to open',
              'You set the price and list or unlist it at any time',
              'Renters get no privilege and no path to your network',
            ]}
          >
            <Button
              rightSection={<IconArrowRight size={16} />}
              onClick={() => enter({ to: '/machines', flow: 'provider' })}
            >
              Host a machine
            </Button>
          </Door>
        </div>
        <Loop />
      </main>
      <footer className={styles.footer}>
        <span>{product.description}</span>
        <a href="/api/docs">API reference</a>
      </footer>
    </div>
  )
}

interface Way {
  to: '/instance' | '/machines'
  flow?: Flow
}

/** Goes through a door: straight in when signed in, else by way of signing up. */
function useEnter(): (way: Way) => void {
  const { auth } = useRuntime()
  const isLoggedIn = useAuth((state) => state.isLoggedIn)
  const router = useRouter()
  return ({ to, flow }) => {
    if (flow) auth.chooseFlow(flow)
    if (isLoggedIn) {
      void router.navigate({ to })
      return
    }
    auth.keepWay(to)
    auth.openLogin('register')
  }
}
