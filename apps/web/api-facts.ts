import { api } from '@gridloom/contract/api'
import { apiFacts } from '@gridloom/contract/api-facts'
import type { Plugin } from 'vite'

const name = 'virtual:api-facts'
const id = `\0${name}`

/**
 * Gives the built app the facts of the API as plain values in place of the contract, whose schemas are a tenth of what a
 * first visit would load. In development the API itself takes their place, so that it reloads when it changes.
 */
export function apiFactsModule(): Plugin {
  let isBuild = false
  return {
    name: 'api-facts',
    configResolved({ command }) {
      isBuild = command === 'build'
    },
    resolveId: (asked) => (asked === name ? id : undefined),
    load(asked) {
      if (asked !== id) return undefined
      if (!isBuild) return "export { api as endpoints } from '@gridloom/contract/api'"
      return `export const endpoints = ${JSON.stringify(apiFacts(api))}`
    },
  }
}
