import { installTrustedTypes } from './trusted-types.ts'

// Imported first, so that the policy is installed before any library runs.
installTrustedTypes(window)
