// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.30;

/// A token in the four ways that deposits meet. Its deployer owns the whole supply.
contract DepositToken {
    string public name = "Test Dollar";
    string public symbol;
    uint8 public immutable decimals;
    uint256 public totalSupply;
    mapping(address => uint256) public balanceOf;
    /// What a transfer takes off, in basis points; `hides`: its log states the whole amount nevertheless.
    uint256 public immutable fee;
    bool public immutable hides;

    event Transfer(address indexed from, address indexed to, uint256 value);

    constructor(string memory _symbol, uint8 _decimals, uint256 supply, uint256 _fee, bool _hides) {
        symbol = _symbol;
        decimals = _decimals;
        fee = _fee;
        hides = _hides;
        totalSupply = supply;
        balanceOf[msg.sender] = supply;
    }

    function transfer(address to, uint256 value) public virtual returns (bool) {
        move(msg.sender, to, value);
        return true;
    }

    /// Many transfers in one transaction.
    function transferMany(address[] calldata to, uint256 value) external {
        for (uint256 i = 0; i < to.length; i++) move(msg.sender, to[i], value);
    }

    function move(address from, address to, uint256 value) internal {
        uint256 arrives = value - (value * fee) / 10_000;
        balanceOf[from] -= value;
        balanceOf[to] += arrives;
        totalSupply -= value - arrives;
        emit Transfer(from, to, hides ? value : arrives);
    }
}

/// A token whose `transfer` returns nothing.
contract QuietToken {
    uint8 public constant decimals = 6;
    mapping(address => uint256) public balanceOf;

    event Transfer(address indexed from, address indexed to, uint256 value);

    constructor(uint256 supply) {
        balanceOf[msg.sender] = supply;
    }

    function transfer(address to, uint256 value) external {
        balanceOf[msg.sender] -= value;
        balanceOf[to] += value;
        emit Transfer(msg.sender, to, value);
    }
}
