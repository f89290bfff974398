import { BlockList, isIP } from 'node:net'

/** IPv4 blocks that are not globally reachable (IANA's special-purpose registry), and multicast. */
const NOT_PUBLIC_4 = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24'],
  ...['192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24'],
  ...['224.0.0.0/4', '240.0.0.0/4'],
]
/**
 * IPv6 blocks that are not public. Everything outside 2000::/3 is special. Inside it, so are tunnels that carry an IPv4
 * address, and the blocks for documentation.
 */
const PUBLIC_6 = '2000::/3'
const NOT_PUBLIC_6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']

const notPublic = blockList(NOT_PUBLIC_4, NOT_PUBLIC_6)
const public6 = blockList([], [PUBLIC_6])
const loopback = blockList(['127.0.0.0/8'], ['::1/128'])

function blockList(four: readonly string[], six: readonly string[]): BlockList {
  const list = new BlockList()
  const add = (blocks: readonly string[], family: 'ipv4' | 'ipv6') => {
    for (const block of blocks) {
      const [address = '', bits] = block.split('/')
      list.addSubnet(address, Number(bits), family)
    }
  }
  add(four, 'ipv4')
  add(six, 'ipv6')
  return list
}

/** Whether the address is on the public internet, not on this machine or in the sender's network. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !notPublic.check(address, 'ipv4')
  return family === 6 && public6.check(address, 'ipv6') && !notPublic.check(address, 'ipv6')
}

/** Whether the address belongs to this machine. On a laptop, the receiver of a webhook may run here. */
export function isLoopback(address: string): boolean {
  return loopback.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
}
