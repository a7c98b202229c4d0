import { product } from '@gridloom/contract/core/product'
import type { Platform } from '../../platform/create-platform.ts'
import type { StaticConfig, SystemCtx } from './ctx.ts'

/** The configuration that the web app needs before sign-in. */
export function publicConfigOf({
  config,
  captcha,
  loginProviders,
}: Pick<Platform, 'config'> & Pick<SystemCtx, 'captcha' | 'loginProviders'>): StaticConfig {
  return {
    ...product,
    url: config.publicUrl,
    captcha: captcha.shown,
    login_providers: [...loginProviders.values()].map(({ id, name }) => ({ id, name })),
    hivemind_url: config.links.hivemind ?? null,
    blog_url: config.links.blog ?? null,
    extension_store_url: config.links.extensionStore ?? null,
    extension_id: config.extensionId ?? null,
    chains: config.wallet.chains.map(({ readFrom: _readFrom, ...chain }) => chain),
    has_tokens: config.wallet.tokens.length > 0,
    exchange_wallet_relay: config.wallet.exchangeRelay ?? null,
    walletconnect: config.wallet.walletConnect ?? null,
  }
}
