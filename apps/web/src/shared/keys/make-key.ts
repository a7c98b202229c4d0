import type { CreatedApiKey, NewApiKey } from '@gridloom/contract/keys/api-key'
import type { UseMutationResult } from '@tanstack/react-query'

/** A mutation that makes a key; its caller says for whom. */
export type MakeKey = UseMutationResult<CreatedApiKey, Error, NewApiKey>
