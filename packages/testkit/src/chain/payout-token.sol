// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.30;

/// A dollar as payouts meet them, whose deployer owns the whole supply. Allowances are changed through zero only, and
/// addresses can be blocked. `kind` is how transfers answer: 0 true, 1 nothing, 2 false instead of failing; 3 takes a fee
/// of one percent; 4 burns all gas for a blocked address.
contract PayoutToken {
    string public constant symbol = "USDX";
    uint8 public constant decimals = 6;
    uint256 public immutable kind;
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;
    mapping(address => bool) public isBlocked;

    event Transfer(address indexed from, address indexed to, uint256 value);
    event Approval(address indexed owner, address indexed spender, uint256 value);

    constructor(uint256 supply, uint256 _kind) {
        balanceOf[msg.sender] = supply;
        kind = _kind;
    }

    function setBlocked(address holder, bool blocked) external {
        isBlocked[holder] = blocked;
    }

    function approve(address spender, uint256 value) external {
        require(value == 0 || allowance[msg.sender][spender] == 0, "set it to 0 first");
        allowance[msg.sender][spender] = value;
        emit Approval(msg.sender, spender, value);
        answer(true);
    }

    function transfer(address to, uint256 value) external {
        answer(move(msg.sender, to, value));
    }

    function transferFrom(address from, address to, uint256 value) external {
        require(allowance[from][msg.sender] >= value, "allowance");
        if (kind == 2 && isBlocked[to]) answer(false);
        allowance[from][msg.sender] -= value;
        answer(move(from, to, value));
    }

    function move(address from, address to, uint256 value) private returns (bool) {
        if (isBlocked[to]) {
            if (kind == 2) return false;
            if (kind == 4) while (true) {}
            revert("blocked");
        }
        uint256 arrives = kind == 3 ? value - value / 100 : value;
        balanceOf[from] -= value;
        balanceOf[to] += arrives;
        emit Transfer(from, to, arrives);
        return true;
    }

    function answer(bool done) private view {
        if (kind == 1) {
            assembly {
                return(0, 0)
            }
        }
        assembly {
            mstore(0, done)
            return(0, 32)
        }
    }
}
