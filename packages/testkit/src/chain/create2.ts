import { getContractAddress, type Hex } from 'viem'

/** Deploys by CREATE2, and is on every chain of anvil. Source: github.com/Arachnid/deterministic-deployment-proxy. */
export const create2Deployer = '0x4e59b44847b379578588920ca78fbf26c0b4956c'
const salt: Hex = `0x${'0'.repeat(64)}`

/** The data of a call of the deployer that deploys a contract. */
export function create2Data(code: Hex): Hex {
  return `${salt}${withoutPrefix(code)}`
}

/** Where the deployer puts a contract, in lower case: the same on every chain, whatever was deployed before. */
export function create2Address(code: Hex): Hex {
  const from = create2Deployer
  const address = getContractAddress({ opcode: 'CREATE2', from, salt, bytecode: code })
  return `0x${withoutPrefix(address).toLowerCase()}`
}

function withoutPrefix(hex: Hex): string {
  return hex.slice(2)
}
