// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.30;

/// Takes payments in the chain's coin, each for a quote, and sends them on. It has no owner and keeps nothing.
contract CoinPayments {
    address public immutable treasury;

    event Paid(bytes32 indexed quote, address indexed payer, uint256 amount);

    constructor(address _treasury) {
        treasury = _treasury;
    }

    /// Pays a quote, whose last 8 bytes are the time until which it holds: another time is another quote.
    function pay(bytes32 quote) external payable {
        require(block.timestamp <= uint64(uint256(quote)), "quote expired");
        require(msg.value > 0, "nothing paid");
        emit Paid(quote, msg.sender, msg.value);
        (bool sent,) = treasury.call{value: msg.value}("");
        require(sent, "transfer failed");
    }
}

/// A price feed of tests with the interface of Chainlink's aggregators. It is always fresh until a time is set.
contract TestPriceFeed {
    uint8 public immutable decimals;
    int256 private answer;
    uint256 private updatedAt;

    constructor(uint8 _decimals, int256 _answer) {
        decimals = _decimals;
        answer = _answer;
    }

    /// A time of 0 is always now.
    function set(int256 _answer, uint256 _updatedAt) external {
        answer = _answer;
        updatedAt = _updatedAt;
    }

    function latestRoundData() external view returns (uint80, int256, uint256, uint256, uint80) {
        uint256 at = updatedAt == 0 ? block.timestamp : updatedAt;
        return (1, answer, at, at, 1);
    }
}

/// A contract that pays many quotes in one transaction.
contract TestBatchPayer {
    function payMany(CoinPayments at, bytes32[] calldata quotes) external payable {
        for (uint256 i = 0; i < quotes.length; i++) at.pay{value: msg.value / quotes.length}(quotes[i]);
    }
}
