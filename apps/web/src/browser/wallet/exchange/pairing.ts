import { toBase64url } from '@gridloom/domain/sealed/base64url'

/** What a wallet needs to find the session: the topic, the relay and the key, which only the two sides know. */
export interface Pairing {
  topic: string
  relay: string
  /** 64 hexadecimal digits. */
  key: string
}

/** The URI of the QR code. Source: the URI of WalletConnect 1 (EIP-1328), with the exchange wallet's scene. */
export function pairingUri({ topic, relay, key }: Pairing): string {
  return `wc:${topic}@1?bridge=${relay}&key=${key}&scene=bid`
}

const appId = 'xoqXxUSMRccLCrZNRebmzj'
/** `/pages/dashboard-new/index` of the app. */
const startPage = 'L3BhZ2VzL2Rhc2hib2FyZC1uZXcvaW5kZXg='

/** Where users of phones install the app. */
export const downloadUrl = 'https://www.binance.com/en/download'

interface DeepLink {
  userAgent: string
  /** The pairing; without one the app opens where it was. */
  uri?: string
  nowMs: number
}

/** The link that opens the exchange wallet's app on a phone. */
export function deepLink({ userAgent, uri, nowMs }: DeepLink): string {
  const query = [`appId=${appId}`, `startPagePath=${startPage}`]
  if (uri !== undefined) {
    const pairing = `wc=${encodeURIComponent(uri)}&isDeepLink=true&id=${nowMs}`
    query.push(`startPageQuery=${base64urlOf(pairing)}`)
  }
  const path = `/mp/app?${query.join('&')}`
  if (/iPhone|iPad|iPod/i.test(userAgent))
    return `https://app.binance.com/?_dp=${base64urlOf(path)}`
  return `bnc://app.binance.com${path}`
}

/** Whether the browser is one of a phone or tablet, where the wallet is an app beside it. */
export function isMobile(userAgent: string): boolean {
  return /Android|BlackBerry|iPhone|iPad|iPod|Opera Mini|IEMobile|WPDesktop/i.test(userAgent)
}

function base64urlOf(text: string): string {
  return toBase64url(new TextEncoder().encode(text))
}
