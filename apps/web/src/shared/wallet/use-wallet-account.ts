import { useStore } from 'zustand'
import { useRuntime } from '../../api/runtime.tsx'
import type { WalletAccount } from '../../browser/wallet/wallet-types.ts'

/** The connected address; `undefined`: none. */
export function useWalletAccount(): WalletAccount | undefined {
  return useStore(useRuntime().wallet.store, ({ account }) => account)
}
