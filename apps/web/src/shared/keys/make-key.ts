import type { CreatedApiKey, NewApiKey } from '@gridloom/contract/keys/api-key'
import type { UseMutationResult } from '@tanstack/react-query'

/** A mutation that creates a key for the account chosen by the caller. */
export type MakeKey = UseMutationResult<CreatedApiKey, Error, NewApiKey>
