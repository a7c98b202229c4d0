import { installTrustedTypes } from './trusted-types.ts'

// Imported ahead of everything else, so that the policy stands before any library runs.
installTrustedTypes(window)
