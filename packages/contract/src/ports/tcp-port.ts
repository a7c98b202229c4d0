import { z } from 'zod'

/** Networks that may connect to one public TCP port. */
export const tcpNetworksMax = 32

/** IPv4 or IPv6 addresses in CIDR notation (RFC 4632, RFC 4291). */
export const Cidr = z
  .string()
  .max(49)
  .refine(isCidr, 'must be a network such as 203.0.113.0/24 or 2001:db8::/32')
  .meta({ examples: ['203.0.113.0/24'] })
export type Cidr = z.infer<typeof Cidr>

/** The public TCP port of a declared port, for the life of the instance: `host:port` reaches it. */
export const TcpPort = z.strictObject({
  host: z.string().meta({ examples: ['gridloom.example'] }),
  port: z.int().min(1).max(65_535),
  /** Networks that may connect; none: every address. */
  allowed: z.array(z.string().meta({ examples: ['203.0.113.0/24'] })),
})
export type TcpPort = z.infer<typeof TcpPort>

export const OpenTcpPort = z.strictObject({
  /** Networks that may connect, instead of those before; none: every address. */
  allowed: z.array(Cidr).max(tcpNetworksMax).default([]),
})
export type OpenTcpPort = z.infer<typeof OpenTcpPort>

function isCidr(text: string): boolean {
  return z.cidrv4().safeParse(text).success || z.cidrv6().safeParse(text).success
}

/** Reads a network as people write it: in CIDR notation, or one address alone. `undefined` where it is neither. */
export function readNetwork(text: string): Cidr | undefined {
  const isAddress = (schema: z.ZodType) => schema.safeParse(text).success
  const whole = isAddress(z.ipv4()) ? `${text}/32` : isAddress(z.ipv6()) ? `${text}/128` : text
  return Cidr.safeParse(whole).data
}
