import { product } from '@gridloom/contract/core/product'
import { assertNever } from '@gridloom/domain/assert-never'
import { useAuth, useRuntime } from '../../api/runtime.tsx'
import type { LoginView } from '../../api/session/auth-store.ts'
import { Modal } from '../../ui/components/dialog.tsx'
import { Mark } from '../../ui/components/mark.tsx'
import styles from './login-modal.module.css'
import { AccessView } from './views/access-view.tsx'
import { ForgotEmailView } from './views/forgot-email-view.tsx'
import { ForgotView } from './views/forgot-view.tsx'
import { LoginFormView } from './views/login-view.tsx'
import { OtpView } from './views/otp-view.tsx'
import { RegisterView } from './views/register-view.tsx'

const titles = {
  login: {
    title: `Sign in to ${product.name}`,
    lead: 'Rent compute, or earn with your own machine.',
  },
  register: { title: 'Create your account', lead: 'Free to join. You only pay for what you use.' },
  otp: { title: 'Enter the code', lead: 'The code expires in 10 minutes.' },
  forgotEmail: {
    title: 'Forgot your password?',
    lead: 'Enter your email and we’ll send you a reset code.',
  },
  forgot: { title: 'Choose a new password', lead: 'You’ll be signed out of all other sessions.' },
  access: {
    title: 'Enter your access code',
    lead: `${product.name} is in beta. You need an access code to rent or host.`,
  },
} as const satisfies Record<LoginView, { title: string; lead: string }>

/** The sign-in dialog over the current screen; closing it leaves that screen as it was. */
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
    case 'otp':
      return <OtpView />
    case 'forgotEmail':
      return <ForgotEmailView />
    case 'forgot':
      return <ForgotView />
    case 'access':
      return <AccessView />
    default:
      return assertNever(view)
  }
}
