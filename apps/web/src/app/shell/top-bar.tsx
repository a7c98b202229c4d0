import { ActionIcon, Tooltip } from '@mantine/core'
import { IconMenu2 } from '@tabler/icons-react'
import { WalletButton } from '../../features/wallet/wallet-button.tsx'
import { ThemeSwitch } from '../../ui/components/theme-switch.tsx'
import { AccountMenu } from './account-menu.tsx'
import { BalanceChip } from './balance-chip.tsx'
import { LiveIndicator } from './live-indicator.tsx'
import { SearchButton } from './search-button.tsx'
import styles from './top-bar.module.css'

interface TopBarProps {
  openNavigation: () => void
  openSearch: () => void
}

/** Search, live state, balance, wallet, theme and account. */
export function TopBar({ openNavigation, openSearch }: TopBarProps) {
  return (
    <header className={styles.bar}>
      <Tooltip label="Navigation">
        <ActionIcon
          size={32}
          className={styles.menu ?? ''}
          onClick={openNavigation}
          aria-label="Open navigation"
        >
          <IconMenu2 size={19} />
        </ActionIcon>
      </Tooltip>
      <SearchButton open={openSearch} />
      <div className={styles.right}>
        <LiveIndicator />
        <BalanceChip />
        <WalletButton />
        <ThemeSwitch />
        <AccountMenu />
      </div>
    </header>
  )
}
