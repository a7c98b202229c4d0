import { Button, Divider } from '@mantine/core'
import { IconExternalLink, IconFingerprint, IconWallet } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { configQuery } from '../../../api/queries.ts'
import { useClient } from '../../../api/runtime.tsx'
import { hasPasskeys } from '../../../shared/auth/passkeys.ts'
import { usePasskeyLogin } from '../actions/use-passkey-login.ts'
import { useWalletLogin } from '../actions/use-wallet-login.ts'
import styles from '../login-modal.module.css'

/** Other sign-in methods than the password: passkeys, if the browser supports them, wallets, configured providers. */
export function OtherSignInMethods({ passkeys }: { passkeys: 'offered' | 'not-offered' }) {
  const providers = useQuery(configQuery(useClient())).data?.login_providers ?? []
  const offersPasskey = passkeys === 'offered' && hasPasskeys()
  if (passkeys === 'not-offered' && providers.length === 0) return null
  return (
    <div className={styles.ways}>
      <Divider label="or" labelPosition="center" />
      {offersPasskey && <PasskeyButton />}
      {passkeys === 'offered' && <WalletLoginButton />}
      {providers.map(({ id, name }) => (
        <Button
          key={id}
          component="a"
          size="md"
          href={`/api/${id}/login`}
          target="_blank"
          rel="noopener"
          rightSection={<IconExternalLink size={15} aria-hidden />}
        >
          Continue with {name}
        </Button>
      ))}
    </div>
  )
}

function PasskeyButton() {
  const login = usePasskeyLogin()
  return (
    <Button
      size="md"
      leftSection={<IconFingerprint size={17} aria-hidden />}
      disabled={login.isPending}
      aria-busy={login.isPending}
      onClick={() => login.mutate()}
    >
      Sign in with a passkey
    </Button>
  )
}

function WalletLoginButton() {
  const login = useWalletLogin()
  return (
    <Button
      size="md"
      leftSection={<IconWallet size={17} aria-hidden />}
      disabled={login.isPending}
      aria-busy={login.isPending}
      onClick={() => login.mutate()}
    >
      Sign in with a wallet
    </Button>
  )
}
