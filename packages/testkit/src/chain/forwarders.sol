// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.30;

/// The code of every deposit address. It has no owner and no key: whoever calls it, tokens go to the treasury alone.
contract Forwarder {
    address public immutable treasury;

    constructor(address _treasury) {
        treasury = _treasury;
    }

    /// Sends all that this address holds of a token to the treasury. Accepts tokens whose `transfer` returns nothing.
    function flush(address token) external {
        (bool read, bytes memory held) = token.staticcall(abi.encodeWithSignature("balanceOf(address)", address(this)));
        require(read && held.length >= 32, "not a token");
        uint256 amount = abi.decode(held, (uint256));
        if (amount == 0) return;
        (bool sent, bytes memory result) =
            token.call(abi.encodeWithSignature("transfer(address,uint256)", treasury, amount));
        require(sent && (result.length == 0 || abi.decode(result, (bool))), "transfer failed");
    }

    /// Sends the native coin, such as of a block's reward, to the treasury.
    function flushCoin() external {
        (bool sent,) = treasury.call{value: address(this).balance}("");
        require(sent, "transfer failed");
    }
}

/// Deploys forwarders as minimal proxies (EIP-1167) at addresses that are known before (CREATE2).
contract ForwarderFactory {
    address public immutable implementation;

    constructor(address _implementation) {
        implementation = _implementation;
    }

    /// Deploys the forwarder of a salt where there is none yet, and empties it.
    function flush(bytes32 salt, address token) external {
        address at = predict(salt);
        if (at.code.length == 0) deploy(salt);
        Forwarder(at).flush(token);
    }

    function deploy(bytes32 salt) public returns (address at) {
        bytes memory code = creationCode();
        assembly {
            at := create2(0, add(code, 32), mload(code), salt)
        }
        require(at != address(0), "not deployed");
    }

    function predict(bytes32 salt) public view returns (address) {
        bytes32 hash = keccak256(abi.encodePacked(bytes1(0xff), address(this), salt, keccak256(creationCode())));
        return address(uint160(uint256(hash)));
    }

    function creationCode() private view returns (bytes memory) {
        return abi.encodePacked(
            hex"3d602d80600a3d3981f3363d3d373d3d3d363d73", implementation, hex"5af43d82803e903d91602b57fd5bf3"
        );
    }
}
