// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.30;

/// Pays many recipients in one transaction, with tokens of its caller, who has allowed it to move them. It has no owner
/// and holds nothing. A recipient gets exactly the amount, or nothing moves for this one and `Failed` states its index.
contract PayoutBatch {
    /// Most that one payment may use, so that no token or recipient spends the gas of the others.
    uint256 private constant PAYMENT_GAS = 100_000;

    event Failed(uint256 indexed index);

    /// Too little gas fails the whole call: a payment never fails because those before it were expensive.
    function pay(address token, address[] calldata to, uint256[] calldata amounts)
        external
        returns (bool[] memory paid)
    {
        require(to.length == amounts.length, "lengths differ");
        paid = new bool[](to.length);
        for (uint256 i = 0; i < to.length; i++) {
            // A call gets at most 63/64 of what is left.
            require(gasleft() > PAYMENT_GAS + PAYMENT_GAS / 32 + 4_000, "too little gas");
            try this.move{gas: PAYMENT_GAS}(token, msg.sender, to[i], amounts[i]) {
                paid[i] = true;
            } catch {
                emit Failed(i);
            }
        }
    }

    /// One payment, in a call of its own so that it is undone as a whole.
    function move(address token, address from, address to, uint256 amount) external {
        require(msg.sender == address(this), "only for itself");
        uint256 held = balanceOf(token, to);
        // 0x23b872dd: transferFrom(address,address,uint256)
        (bool done, uint256 size, uint256 word) = call(token, abi.encodeWithSelector(0x23b872dd, from, to, amount));
        require(done && (size == 0 || (size >= 32 && word == 1)), "refused");
        require(balanceOf(token, to) == held + amount, "not the amount");
    }

    function balanceOf(address token, address holder) private returns (uint256) {
        // 0x70a08231: balanceOf(address)
        (bool done, uint256 size, uint256 word) = call(token, abi.encodeWithSelector(0x70a08231, holder));
        require(done && size >= 32, "no token");
        return word;
    }

    /// Copies one word of what comes back, however much that is.
    function call(address token, bytes memory input) private returns (bool done, uint256 size, uint256 word) {
        assembly {
            mstore(0, 0)
            done := call(gas(), token, 0, add(input, 32), mload(input), 0, 32)
            size := returndatasize()
            word := mload(0)
        }
    }
}
