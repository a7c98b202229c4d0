import { z } from 'zod'

/** An address of an EVM chain: 20 bytes in hexadecimal. Responses write it in lower case; pages show its checksum form. */
export const EvmAddress = z
  .string()
  .regex(/^0x[0-9a-fA-F]{40}$/, 'must be an address: 0x and 40 hexadecimal digits')
  .meta({ examples: ['0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'] })
export type EvmAddress = z.infer<typeof EvmAddress>
