import { product } from '@gridloom/contract/product'
import { assertNever } from '@gridloom/domain/assert-never'
import { Modal } from '@mantine/core'
import type { LoginView } from '../../lib/auth/auth-store.ts'
import { Mark } from '../../lib/parts/mark.tsx'
import { useAuth, useRuntime } from '../../lib/runtime.tsx'
import { AccessView } from './access-view.tsx'
import styles from './login-modal.module.css'
import { LoginFormView } from './login-view.tsx'
import { RegisterView } from './register-view.tsx'

const titles = {
  login: {
    title: `Sign in to ${product.name}`,
    lead: 'Rent compute, or earn with your own machine.',
  },
  register: { title: 'Create your account', lead: 'Free; you only pay for what runs.' },
  access: {
    title: 'Enter your access code',
    lead: `${product.name} is in beta. A code from the operator or a member opens renting and hosting.`,
  },
} as const satisfies Record<LoginView, { title: string; lead: string }>

/** Signing in over whatever screen is there; closing it loses nothing of that screen. */
export function LoginModal() {
  const { auth } = useRuntime()
  const view = useAuth((state) => state.loginFlow)
  const { title, lead } = titles[view]
  return (
    <Modal
      opened
      onClose={auth.closeLogin}
      size={400}
      title={
        <>
          <Mark size={28} />
          {title}
        </>
      }
      classNames={{
        content: 'gl-dialog',
        header: styles.header ?? '',
        title: styles.title ?? '',
        body: styles.body ?? '',
      }}
    >
      <p className={styles.lead}>{lead}</p>
      <View key={view} view={view} />
    </Modal>
  )
}

function View({ view }: { view: LoginView }) {
  switch (view) {
    case 'login':
      return <LoginFormView />
    case 'register':
      return <RegisterView />
    case 'access':
      return <AccessView />
    default:
      return assertNever(view)
  }
}
